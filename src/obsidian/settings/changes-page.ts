import { Setting, SettingPage } from 'obsidian';
import type { SettingDefinitionPage } from 'obsidian';
import { OWNER } from '../../bridge/key-records';
import type { KeptChange } from '../../bridge/notes/changes/change-list';
import { placeOf, summaryOf } from '../changes/change-text';
import { nameControl } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import { ChangeRow } from './change-row';
import type { TabContext } from './context';

/** How many more changes are shown at a time: each one's note is read to tell whether it can be undone. */
const STEP = 50;

/** The entry of the page. */
export function changesPage(context: TabContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Recent changes',
    desc: 'See what clients changed in your notes, and undo it.',
    page: () => new ChangesPage(context),
  };
}

/** A live list of the latest changes. */
class ChangesPage extends SettingPage {
  override title = 'Recent changes';
  private readonly rows = new Map<string, ChangeRow>();
  private query = '';
  private limit = STEP;
  private drawing: object | undefined;
  private stop: (() => void) | undefined;

  constructor(private readonly context: TabContext) {
    super();
  }

  display(): void {
    this.stop?.();
    this.containerEl.empty();
    this.rows.clear();
    const tools = new Setting(this.containerEl).setClass('cli-bridge-log-tools');
    const list = this.containerEl.createDiv();
    const more = new Setting(this.containerEl).setClass('cli-bridge-buttons');
    const draw = (): void => {
      const all = this.context.bridge.changes.list(OWNER);
      const found = all.filter((change) => matches(change, this.query));
      tools.setDesc(describe(found.length, all.length));
      more.settingEl.toggle(found.length > this.limit);
      void this.drawRows(list, found.slice(0, this.limit));
    };
    tools.addSearch((field) => {
      nameControl(field.inputEl, 'Filter changes');
      field.setPlaceholder('Client, note or command').onChange((query) => {
        this.query = query;
        draw();
      });
    });
    more.addButton((button) =>
      button.setButtonText('Show more').onClick(() => {
        this.limit += STEP;
        draw();
      }),
    );
    this.stop = drawLive(this.context.bridge, list, draw);
  }

  override hide(): void {
    this.stop?.();
    this.stop = undefined;
    this.drawing = undefined;
    this.query = '';
    this.limit = STEP;
    super.hide();
  }

  /** Adds and removes rows, so that those that stay keep the focus, and then updates what each says of its change. */
  private async drawRows(list: HTMLElement, changes: readonly KeptChange[]): Promise<void> {
    const { rows, context } = this;
    const ids = new Set(changes.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    const drawn = changes.map((change, index) => {
      const row = rows.get(change.id) ?? new ChangeRow(list, context, change);
      rows.set(change.id, row);
      if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
      return row;
    });
    const drawing = (this.drawing = {});
    for (const row of drawn) {
      if (this.drawing !== drawing) return;
      await row.drawState();
    }
  }
}

/** Whether a change has every word of the query. */
function matches(change: KeptChange, query: string): boolean {
  const text = `${placeOf(change)} ${summaryOf(change)}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function describe(found: number, total: number): string {
  if (total === 0) return 'No changes since Obsidian started.';
  const count = total === 1 ? '1 change' : `${total} changes`;
  return found === total ? `${count}.` : `${found} of ${count}.`;
}
