import { Setting, SettingPage } from 'obsidian';
import type { RefusedAttempt } from '../../bridge/refused-attempts';
import type { LogEntry } from '../../bridge/request-log';
import { copyText } from '../clipboard';
import type { BridgeController } from '../bridge-controller';
import { describeRefused } from '../status-text';
import { filterLog, toCsv } from '../request-log-csv';
import { nameControl } from './accessible-name';

const HEADINGS = ['Time', 'Interface', 'Command', 'Vault', 'Status', 'Waited', 'Ran'];

/** A live table of the last calls: names, results and times only. */
export class RequestLogPage extends SettingPage {
  override title = 'Request log';
  private query = '';
  private stop: (() => void) | undefined;

  constructor(private readonly bridge: BridgeController) {
    super();
  }

  display(): void {
    this.stop?.();
    this.containerEl.empty();
    const tools = new Setting(this.containerEl).setName('Calls').setClass('cli-bridge-log-tools');
    const region = this.containerEl.createDiv({
      cls: 'cli-bridge-log',
      attr: { tabindex: '0', role: 'region', 'aria-label': 'Calls' },
    });
    const refusals = new Setting(this.containerEl).setName('Refused attempts');
    const refusedRegion = this.containerEl.createDiv({
      cls: 'cli-bridge-log',
      attr: { tabindex: '0', role: 'region', 'aria-label': 'Refused attempts' },
    });
    const draw = (): void => {
      const all = this.bridge.log.list();
      const shown = filterLog(all, this.query);
      tools.setDesc(
        all.length === shown.length ? countLabel(all.length) : `${shown.length} of ${countLabel(all.length)}`,
      );
      region.empty();
      if (shown.length > 0) drawTable(region, shown);
      else region.createDiv({ cls: 'cli-bridge-log-empty', text: emptyText(all.length) });
      refusals.setDesc(describeRefused(this.bridge.log));
      refusedRegion.empty();
      const attempts = this.bridge.log.listRefused();
      refusedRegion.toggle(attempts.length > 0);
      if (attempts.length > 0) drawRefused(refusedRegion, attempts);
    };
    tools
      .addSearch((field) => {
        nameControl(field.inputEl, 'Filter calls');
        field.setPlaceholder('Filter calls').onChange((query) => {
          this.query = query;
          draw();
        });
      })
      .addButton((button) =>
        button
          .setButtonText('Copy as CSV')
          .onClick(() => copyText(toCsv(filterLog(this.bridge.log.list(), this.query)), 'Calls copied.')),
      )
      .addButton((button) => button.setButtonText('Clear').onClick(() => this.bridge.log.clear()));
    draw();
    this.stop = this.bridge.onChange(draw);
  }

  override hide(): void {
    this.stop?.();
    this.stop = undefined;
    this.query = '';
    super.hide();
  }
}

function countLabel(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

function emptyText(total: number): string {
  return total === 0 ? 'No calls yet. Calls appear here as clients make them.' : 'No calls match the filter.';
}

function drawRefused(parent: HTMLElement, attempts: readonly RefusedAttempt[]): void {
  const body = tableIn(parent, ['Time', 'Status', 'Client']);
  for (const { time, status, reason, client, userAgent } of attempts) {
    const row = body.createEl('tr');
    const cells = [
      new Date(time).toLocaleTimeString(),
      `${status} ${reason}`,
      client || userAgent || 'unknown',
    ];
    for (const text of cells) row.createEl('td', { text });
  }
}

/** @returns the body of a new table */
function tableIn(parent: HTMLElement, headings: readonly string[]): HTMLElement {
  const table = parent.createEl('table');
  const heading = table.createEl('thead').createEl('tr');
  for (const text of headings) heading.createEl('th', { text, attr: { scope: 'col' } });
  return table.createEl('tbody');
}

function drawTable(parent: HTMLElement, entries: readonly LogEntry[]): void {
  const body = tableIn(parent, HEADINGS);
  for (const entry of entries) {
    const row = body.createEl('tr', { cls: entry.code === '' ? '' : 'mod-failed' });
    for (const text of cellsOf(entry)) row.createEl('td', { text });
  }
}

/** Who let a call run that needed consent. */
const DECISIONS: Record<NonNullable<LogEntry['decidedBy']>, string> = {
  user: 'allowed by you',
  user_before: 'allowed by you before',
  client: 'allowed in the client',
};

function cellsOf(entry: LogEntry): string[] {
  const time = new Date(entry.time).toLocaleTimeString();
  const decision = entry.decidedBy && DECISIONS[entry.decidedBy];
  const status = [entry.code === '' ? entry.status : `${entry.status} ${entry.code}`, decision];
  const name = entry.interface === 'rest' ? 'REST' : 'MCP';
  return [
    time,
    name,
    entry.command,
    entry.vault,
    status.filter(Boolean).join(', '),
    `${entry.waited} ms`,
    `${entry.duration} ms`,
  ];
}
