import { Setting, SettingPage } from 'obsidian';
import type { SettingDefinitionPage } from 'obsidian';
import { OWNER } from '../../bridge/key-records';
import type { KeptChange } from '../../bridge/notes/changes/change';
import type { ConnectedClient } from '../bridge-controller';
import { amountOf, placeOf, summaryOf } from '../changes/change-text';
import { sessionsOf } from '../changes/sessions';
import { nameControl } from '../ui/accessible-name';
import { addCard } from '../ui/card';
import { drawLive } from '../ui/live-row';
import type { TabContext } from './context';
import { SessionRows } from './session-rows';

/** How many more changes are shown at a time: the note of each is read to find out whether it can be undone. */
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

/** The same for the changes of one client. */
export function clientChangesPage(context: TabContext, client: ConnectedClient): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Changes',
    desc: `See what ${client.name} changed in your notes, and undo it.`,
    page: () => new ChangesPage(context, client),
  };
}

/** A live list of the latest changes, of all clients or of one, by session. */
class ChangesPage extends SettingPage {
  override title = 'Recent changes';
  /** By the id of the first change of each session, which stays the same as the session grows. */
  private readonly sessions = new Map<string, SessionRows>();
  private query = '';
  private limit = STEP;
  private drawing: object | undefined;
  private stop: (() => void) | undefined;

  constructor(
    private readonly context: TabContext,
    private readonly client?: ConnectedClient,
  ) {
    super();
  }

  display(): void {
    this.stop?.();
    this.containerEl.empty();
    this.sessions.clear();
    const tools = new Setting(addCard(this.containerEl)).setClass('cli-bridge-log-tools');
    const list = this.containerEl.createDiv();
    const more = new Setting(this.containerEl).setClass('cli-bridge-buttons');
    const draw = (): void => {
      const { context, client } = this;
      const all = context.bridge.changes
        .list(OWNER)
        .filter(({ clientId }) => client === undefined || clientId === client.id);
      const found = all.filter((change) => matches(change, this.query));
      tools.setDesc(describe(found.length, all.length));
      more.settingEl.toggle(found.length > this.limit);
      void this.drawRows(list, found.slice(0, this.limit));
    };
    tools.addSearch((field) => {
      nameControl(field.inputEl, 'Filter changes');
      field.setPlaceholder('Filter by client or note').onChange((query) => {
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

  /** Draws the sessions, keeping the rows that stay, and then updates what each row says about its change. */
  private async drawRows(list: HTMLElement, changes: readonly KeptChange[]): Promise<void> {
    const { sessions, context } = this;
    const wanted = sessionsOf(changes).flatMap((session) => {
      const first = session.at(-1);
      return first ? [{ session, first }] : [];
    });
    const ids = new Set(wanted.map(({ first }) => first.id));
    for (const [id, rows] of sessions) {
      if (ids.has(id)) continue;
      rows.element.remove();
      sessions.delete(id);
    }
    const drawn = wanted.flatMap(({ session, first }, index) => {
      const rows = sessions.get(first.id) ?? new SessionRows(list, context, first);
      sessions.set(first.id, rows);
      if (list.children[index] !== rows.element)
        list.insertBefore(rows.element, list.children[index] ?? null);
      return rows.draw(session);
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
  const text = `${placeOf(change)} ${summaryOf(change)} ${change.command}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function describe(found: number, total: number): string {
  if (total === 0) return 'No changes yet.';
  const count = amountOf(total, 'change');
  return found === total ? `${count}.` : `${found} of ${count}.`;
}
