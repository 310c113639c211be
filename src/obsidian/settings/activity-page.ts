import { Setting, SettingPage } from 'obsidian';
import type { SettingDefinitionPage } from 'obsidian';
import { printable } from '../../bridge/text/printable';
import { ACTION_TITLES } from '../actions';
import { describeBridge, describeQueue } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { addCard } from '../ui/card';
import { copyText } from '../ui/clipboard';
import { drawLive } from '../ui/live-row';
import type { TabContext } from './context';
import { clientLabel, filterLines, logLines, reportOfLines, toCsv } from './log-lines';
import type { LogLine } from './log-lines';

/** The entry of the page. */
export function activityPage(context: TabContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Activity',
    desc: 'Request log and diagnosis.',
    page: () => new ActivityPage(context),
  };
}

/** The diagnosis, and a live table of the last calls and refused attempts: names, notes, results, and times only. */
class ActivityPage extends SettingPage {
  override title = 'Activity';
  private query = '';
  private stop: (() => void) | undefined;

  constructor(private readonly context: TabContext) {
    super();
  }

  display(): void {
    const { runDiagnosis } = this.context;
    this.stop?.();
    this.containerEl.empty();
    new Setting(addCard(this.containerEl))
      .setName('Diagnosis')
      .setDesc("Find out why a client can't connect or a command fails.")
      .addButton((button) => button.setButtonText(ACTION_TITLES.runDiagnosis).onClick(() => runDiagnosis()));
    this.stop = this.displayLog();
  }

  override hide(): void {
    this.stop?.();
    this.stop = undefined;
    this.query = '';
    super.hide();
  }

  /** @returns a function that stops following the log */
  private displayLog(): () => void {
    const { bridge, version } = this.context;
    const { log, program } = bridge;
    const card = addCard(this.containerEl);
    const tools = new Setting(card).setName('Requests').setClass('cli-bridge-log-tools');
    tools.nameEl.id = 'cli-bridge-requests';
    const region = card.createDiv({
      cls: 'cli-bridge-log',
      attr: { tabindex: '0', role: 'region', 'aria-labelledby': tools.nameEl.id },
    });
    const shownNow = (): LogLine[] => filterLines(logLines(log), this.query);
    const draw = (): void => {
      const total = log.list().length + log.listRefused().length;
      const shown = shownNow();
      const count = shown.length === total ? countOf(total) : `${shown.length} of ${countOf(total)}`;
      const refused = [...log.countRefused().values()].reduce((sum, each) => sum + each, 0);
      const notes = [
        `${count}.`,
        refused > 0 ? `Refused attempts: ${refused}.` : '',
        program.queue.running ? `${describeQueue(program.queue)}.` : '',
      ];
      tools.setDesc(notes.filter(Boolean).join(' '));
      region.empty();
      if (shown.length > 0) drawTable(region, shown);
      else region.createDiv({ cls: 'cli-bridge-log-empty', text: emptyText(total) });
    };
    const report = (): string =>
      `CLI Bridge ${version}. ${describeBridge(bridge)}\n\n${reportOfLines(shownNow())}\n`;
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
        button.setButtonText('Copy as CSV').onClick(() => copyText(toCsv(shownNow()), 'Copied.')),
      )
      .addButton((button) => button.setButtonText('Clear').onClick(() => log.clear()));
    return drawLive(bridge, region, draw);
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
  const hasVaults = new Set(lines.map(({ vault }) => vault).filter(Boolean)).size > 1;
  const table = parent.createEl('table');
  const heading = table.createEl('thead').createEl('tr');
  const headings = ['Time', 'Client', 'Command', ...(hasVaults ? ['Vault'] : []), 'Result'];
  for (const text of headings) heading.createEl('th', { text, attr: { scope: 'col' } });
  const body = table.createEl('tbody');
  for (const line of lines) {
    const row = body.createEl('tr');
    const { time, command, vault, path, result, code } = line;
    for (const text of [new Date(time).toLocaleTimeString(), clientLabel(line)]) row.createEl('td', { text });
    const what = row.createEl('td', { text: command });
    if (path !== '') what.createDiv({ cls: 'cli-bridge-log-path', text: printable(path) });
    if (hasVaults) row.createEl('td', { text: vault });
    row.createEl('td', { text: result, cls: code === '' ? '' : classFor(code) });
  }
}

/** What the user has denied is not a failure. */
function classFor(code: string): string {
  return code === 'denied_by_user' ? 'mod-denied' : 'mod-failed';
}
