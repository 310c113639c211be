import { Modal, setIcon } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { Setting } from 'obsidian';
import { copyText } from '../clipboard';
import type { Host } from '../host';
import { reportText } from './finding';
import type { DiagnosisLine } from './finding';

const ICONS: Record<DiagnosisLine['level'], string> = {
  ok: 'check',
  note: 'info',
  problem: 'alert-triangle',
};
const WORDS: Record<DiagnosisLine['level'], string> = { ok: 'Good', note: 'Note', problem: 'Problem' };

/** Shows the checks as they end, and copies them as a report, in which there is no secret. */
export class DiagnosisModal extends Modal {
  private lines: DiagnosisLine[] = [];
  private list: HTMLElement | undefined;
  private summary: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly host: Host,
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
      // Not disabled: a button that holds the focus would lose it.
      if (isRunning) return;
      isRunning = true;
      // A report of half the checks would mislead whoever reads it.
      copy?.setDisabled(true);
      await this.run();
      copy?.setDisabled(false);
      isRunning = false;
    };
    new Setting(this.contentEl)
      .addButton((button) => button.setButtonText('Run again').onClick(run))
      .addButton((button) => {
        copy = button
          .setButtonText('Copy report')
          .setCta()
          .onClick(() => copyText(reportText(this.lines), 'The report was copied. It has no secrets in it.'));
      });
    void run();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async run(): Promise<void> {
    this.lines = [];
    this.list?.empty();
    this.summary?.setText('Checking');
    await this.host.diagnose((line) => this.show(line));
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
    body.createSpan({ cls: 'cli-bridge-finding-level', text: WORDS[line.level] });
    body.createDiv({ text: line.text });
    if (line.remedy) body.createDiv({ cls: 'cli-bridge-remedy', text: line.remedy });
  }
}
