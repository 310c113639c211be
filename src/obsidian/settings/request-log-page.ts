import { Setting, SettingPage } from 'obsidian';
import type { BridgeController } from '../bridge-controller';
import { describeBridge, describeRefused } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { copyText } from '../ui/clipboard';
import { drawLive } from '../ui/live-row';
import { filterLines, logLines, reportOfLines, toCsv } from './request-log-lines';
import type { LogLine } from './request-log-lines';

const HEADINGS = ['Time', 'Client', 'Command', 'Vault', 'Result', 'Duration'];

/** A live table of the last calls and refused attempts: names, results, and times only. */
export class RequestLogPage extends SettingPage {
  override title = 'Request log';
  private query = '';
  private stop: (() => void) | undefined;

  constructor(
    private readonly bridge: BridgeController,
    private readonly version: string,
  ) {
    super();
  }

  display(): void {
    this.stop?.();
    this.containerEl.empty();
    const { log } = this.bridge;
    const tools = new Setting(this.containerEl).setName('Requests').setClass('cli-bridge-log-tools');
    const region = this.containerEl.createDiv({
      cls: 'cli-bridge-log',
      attr: { tabindex: '0', role: 'region', 'aria-label': 'Requests' },
    });
    const shownNow = (): LogLine[] => filterLines(logLines(log), this.query);
    const draw = (): void => {
      const total = log.list().length + log.listRefused().length;
      const shown = shownNow();
      const count = shown.length === total ? countOf(total) : `${shown.length} of ${countOf(total)}`;
      tools.setDesc(`${count}. Refused attempts: ${describeRefused(log).toLowerCase()}.`);
      region.empty();
      if (shown.length > 0) drawTable(region, shown);
      else region.createDiv({ cls: 'cli-bridge-log-empty', text: emptyText(total) });
    };
    const report = (): string =>
      `CLI Bridge ${this.version}. ${describeBridge(this.bridge)}\n\n${reportOfLines(shownNow())}\n`;
    tools
      .addSearch((field) => {
        nameControl(field.inputEl, 'Filter requests');
        field.setPlaceholder('Filter requests').onChange((query) => {
          this.query = query;
          draw();
        });
      })
      .addButton((button) =>
        button
          .setButtonText('Copy for a bug report')
          .onClick(() => copyText(report(), 'Copied without note content or keys.')),
      )
      .addButton((button) =>
        button
          .setButtonText('Copy as CSV')
          .onClick(() => copyText(toCsv(shownNow().flatMap(({ entry }) => entry ?? [])), 'Copied.')),
      )
      .addButton((button) => button.setButtonText('Clear').onClick(() => log.clear()));
    this.stop = drawLive(this.bridge, region, draw);
  }

  override hide(): void {
    this.stop?.();
    this.stop = undefined;
    this.query = '';
    super.hide();
  }
}

function countOf(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}

function emptyText(total: number): string {
  return total === 0
    ? 'No requests yet. They appear here as clients make them.'
    : 'No requests match the filter.';
}

function drawTable(parent: HTMLElement, lines: readonly LogLine[]): void {
  const table = parent.createEl('table');
  const heading = table.createEl('thead').createEl('tr');
  for (const text of HEADINGS) heading.createEl('th', { text, attr: { scope: 'col' } });
  const body = table.createEl('tbody');
  for (const { time, client, command, vault, result, duration, hasFailed } of lines) {
    const row = body.createEl('tr', { cls: hasFailed ? 'mod-failed' : '' });
    const cells = [new Date(time).toLocaleTimeString(), client, command, vault, result, duration];
    for (const text of cells) row.createEl('td', { text });
  }
}
