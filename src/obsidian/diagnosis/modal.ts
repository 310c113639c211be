import { Modal, Setting, setIcon } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { copyText } from '../ui/clipboard';
import { reportText } from './finding';
import type { Diagnosable, DiagnosisLine } from './finding';

const ICONS: Record<DiagnosisLine['level'], string> = {
  ok: 'check',
  note: 'info',
  problem: 'alert-triangle',
};
const LEVEL_NAMES: Record<DiagnosisLine['level'], string> = { ok: 'Good', note: 'Note', problem: 'Problem' };

/** Shows each check as it finishes, and copies a report without secrets. */
export class DiagnosisModal extends Modal {
  private lines: DiagnosisLine[] = [];
  private list: HTMLElement | undefined;
  private summary: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly bridge: Diagnosable,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Diagnosis');
    this.modalEl.addClass('cli-bridge-diagnosis');
    this.summary = this.contentEl.createEl('p', { attr: { role: 'status' } });
    this.list = this.contentEl.createEl('ul', { cls: 'cli-bridge-findings' });
    let copy: ButtonComponent | undefined;
    let isRunning = false;
    const run = async (): Promise<void> => {
      // Disabling the button would take away its focus.
      if (isRunning) return;
      isRunning = true;
      // A report of half the checks would be misleading.
      copy?.setDisabled(true);
      await this.run();
      copy?.setDisabled(false);
      isRunning = false;
    };
    new Setting(this.contentEl)
      .setClass('cli-bridge-buttons')
      .addButton((button) => button.setButtonText('Run again').onClick(run))
      .addButton((button) => {
        copy = button
          .setButtonText('Copy report')
          .setCta()
          .onClick(() => copyText(reportText(this.lines), 'Report copied. It contains no secrets.'));
      });
    void run();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async run(): Promise<void> {
    this.lines = [];
    this.list?.empty();
    this.summary?.setText('Checking…');
    await this.bridge.diagnose((line) => this.show(line));
    const problems = this.lines.filter(({ level }) => level === 'problem').length;
    this.summary?.setText(problems === 0 ? 'Everything works.' : `Problems found: ${problems}`);
  }

  private show(line: DiagnosisLine): void {
    this.lines.push(line);
    const item = this.list?.createEl('li', { cls: `cli-bridge-finding mod-${line.level}` });
    if (!item) return;
    setIcon(
      item.createSpan({ cls: 'cli-bridge-finding-icon', attr: { 'aria-hidden': 'true' } }),
      ICONS[line.level],
    );
    const body = item.createDiv();
    body.createEl('strong', { text: line.title });
    body.createSpan({ cls: 'cli-bridge-finding-level', text: LEVEL_NAMES[line.level] });
    body.createDiv({ text: line.text });
    if (line.remedy) body.createDiv({ cls: 'cli-bridge-remedy', text: line.remedy });
  }
}
