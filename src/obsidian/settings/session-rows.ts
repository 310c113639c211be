import { Setting } from 'obsidian';
import type { ButtonComponent } from 'obsidian';
import { isOpen } from '../../bridge/notes/changes/change';
import type { KeptChange } from '../../bridge/notes/changes/change';
import { byClient } from '../changes/change-text';
import { ChangeRow } from '../changes/change-row';
import { titleOf } from '../changes/sessions';
import type { Session } from '../changes/sessions';
import { undoAll } from '../changes/undo';
import { nameControl } from '../ui/accessible-name';
import type { TabContext } from './context';

/** The rows of one session, below its title. */
export class SessionRows {
  readonly element: HTMLElement;
  private readonly title: HTMLElement;
  private readonly list: HTMLElement;
  private undoAll: ButtonComponent | undefined;
  private readonly rows = new Map<string, ChangeRow>();
  private session: Session = [];

  constructor(
    parent: HTMLElement,
    private readonly context: Pick<TabContext, 'bridge' | 'dialogs'>,
    first: KeptChange,
  ) {
    const { bridge, dialogs } = context;
    this.element = parent.createDiv({ cls: 'setting-group cli-bridge-session' });
    const heading = new Setting(this.element).setHeading();
    this.title = heading.nameEl;
    heading.addButton((button) => {
      this.undoAll = button.setButtonText('Undo all').onClick(() => undoAll(dialogs, bridge, this.session));
      nameControl(button.buttonEl, `Undo all of this session by ${byClient(first)}`);
    });
    this.list = this.element.createDiv({ cls: 'setting-items' });
  }

  /** Adds and removes rows, so that those that stay keep the focus. @returns the rows that are shown */
  draw(session: Session): readonly ChangeRow[] {
    const { rows, list, context } = this;
    this.session = session;
    this.title.setText(titleOf(session));
    const open = session.filter((change) => isOpen(change) && change.why === undefined);
    this.undoAll?.buttonEl.toggle(open.length > 1);
    const ids = new Set(session.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    return session.map((change, index) => {
      const row = rows.get(change.id) ?? new ChangeRow(list, context.dialogs, context.bridge, change);
      rows.set(change.id, row);
      if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
      return row;
    });
  }
}
