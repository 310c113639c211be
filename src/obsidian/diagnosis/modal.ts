import { Modal, Setting, setIcon } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import type { BridgeController } from '../bridge-controller';
import { addressObstacle } from '../connect/readiness';
import { copyText } from '../ui/clipboard';
import { reportText } from './finding';
import type { Diagnosable, DiagnosisLine, Finding } from './finding';

const ICONS: Record<DiagnosisLine['level'], string> = {
  ok: 'check',
  note: 'info',
  problem: 'alert-triangle',
};
/** For those who can't see the icons. A check that passed is listed as such. */
const LEVEL_NAMES = { note: 'Note', problem: 'Problem' } as const;

const SETTINGS_LABELS = {
  bridge_settings: 'Open CLI Bridge settings',
  app_settings: 'Open General settings',
} as const;

type SettingsFix = keyof typeof SETTINGS_LABELS;

/** A button that fixes what a check has found. */
interface FixButton {
  readonly label: string;
  readonly apply: () => Promise<void>;
}

/** Shows problems first, each with a button that fixes it, and folds the checks that passed. Copies a report without secrets. */
export class DiagnosisModal extends Modal {
  private lines: DiagnosisLine[] = [];
  private isRunning = false;
  private copy: ButtonComponent | undefined;
  private readonly summary = this.contentEl.createEl('p', { attr: { role: 'status' } });
  private readonly findings = this.contentEl.createDiv();

  constructor(
    app: App,
    private readonly bridge: Diagnosable & Pick<BridgeController, 'server'>,
    private readonly openSettings: Record<SettingsFix, () => void>,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Diagnosis');
    this.modalEl.addClass('cli-bridge-diagnosis');
    new Setting(this.contentEl)
      .setClass('cli-bridge-buttons')
      .addButton((button) => button.setButtonText('Run again').onClick(() => this.run()))
      .addButton((button) => {
        this.copy = button
          .setButtonText('Copy report')
          .onClick(() => copyText(reportText(this.lines), 'Report copied. It contains no secrets.'));
      });
    void this.run();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async run(): Promise<void> {
    // Disabling the button would take away its focus.
    if (this.isRunning) return;
    this.isRunning = true;
    // A report of half the checks would be misleading.
    this.copy?.setDisabled(true);
    this.lines = [];
    this.findings.empty();
    this.summary.setText('Checking…');
    await this.bridge.diagnose((line) => {
      this.lines.push(line);
      this.summary.setText(`Checking… ${line.title}`);
    });
    this.show();
    this.copy?.setDisabled(false);
    this.isRunning = false;
  }

  private show(): void {
    const problems = this.lines.filter(({ level }) => level === 'problem');
    const hints = this.lines.filter(({ level, remedy }) => level === 'note' && remedy !== undefined);
    const others = this.lines.filter((line) => !problems.includes(line) && !hints.includes(line));
    this.summary.setText(problems.length === 0 ? 'Everything works.' : `Problems found: ${problems.length}`);
    if (problems.length + hints.length > 0) this.addList(this.findings, [...problems, ...hints]);
    const passed = others.filter(({ level }) => level === 'ok').length;
    const skipped = others.length - passed;
    const details = this.findings.createEl('details', { cls: 'cli-bridge-passed' });
    details.createEl('summary', {
      text: skipped === 0 ? `Checks passed: ${passed}` : `Checks passed: ${passed}, skipped: ${skipped}`,
    });
    this.addList(details, others);
  }

  private addList(parent: HTMLElement, lines: readonly DiagnosisLine[]): void {
    const list = parent.createEl('ul', { cls: 'cli-bridge-findings' });
    for (const { level, title, text, remedy, fix } of lines) {
      const item = list.createEl('li', { cls: `cli-bridge-finding mod-${level}` });
      const icon = item.createSpan({ cls: 'cli-bridge-finding-icon', attr: { 'aria-hidden': 'true' } });
      setIcon(icon, ICONS[level]);
      const body = item.createDiv();
      body.createEl('strong', { text: title });
      if (level !== 'ok') body.createSpan({ cls: 'cli-bridge-finding-level', text: LEVEL_NAMES[level] });
      body.createDiv({ text });
      // The server's button says it.
      if (remedy && fix !== 'server') body.createDiv({ cls: 'cli-bridge-remedy', text: remedy });
      const button = this.buttonFor(fix);
      if (!button) continue;
      const el = body.createEl('button', { cls: 'mod-cta', text: button.label });
      el.addEventListener('click', () => void button.apply());
    }
  }

  private buttonFor(fix: Finding['fix']): FixButton | undefined {
    if (fix === undefined) return undefined;
    if (fix === 'server') {
      const remedy = addressObstacle(this.bridge)?.remedy;
      return remedy && { label: remedy.label, apply: () => remedy.apply().then(() => this.run()) };
    }
    const apply = (): Promise<void> => {
      this.close();
      this.openSettings[fix]();
      return Promise.resolve();
    };
    return { label: SETTINGS_LABELS[fix], apply };
  }
}
