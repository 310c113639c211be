import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ExtraButtonComponent } from './button-component';
import type { Row } from './declarative-row';
import { setIcon } from './icons';
import { indexOf } from './rendered';

/** Deleting and dragging the entries of a list. Indices are those of the moment, not of the last drawing. */
export class ListEditing {
  #dragged: Row | undefined;

  equip(row: Row, { onDelete, onReorder }: obsidian.SettingDefinitionList): void {
    if (onReorder) this.#addHandle(row, onReorder);
    if (!onDelete) return;
    new ExtraButtonComponent(row.controlEl)
      .setIcon('trash-2')
      .setTooltip('Delete')
      .onClick(() => onDelete(indexOf(row.el)));
    if (!row.el.hasAttribute('tabindex')) row.el.setAttr('tabindex', 0);
    row.el.addEventListener('keydown', (event) => {
      const isDelete = event.key === 'Delete' || event.key === 'Backspace';
      if (isDelete && event.target === row.el) onDelete(indexOf(row.el));
    });
  }

  /** "The DOM is already reordered; just update your data and save" (developer docs, "Settings"). */
  #addHandle(row: Row, onReorder: NonNullable<obsidian.SettingDefinitionList['onReorder']>): void {
    const handleEl = row.el.createDiv({
      cls: 'setting-drag-handle',
      attr: { draggable: 'true' },
      prepend: true,
    });
    setIcon(handleEl, 'grip-vertical');
    handleEl.addEventListener('dragstart', () => (this.#dragged = row));
    row.el.addEventListener('dragover', (event) => event.preventDefault());
    row.el.addEventListener('drop', () => {
      const from = this.#dragged && indexOf(this.#dragged.el);
      const to = indexOf(row.el);
      if (this.#dragged === undefined || from === undefined || from === to) return;
      if (from < to) row.el.after(this.#dragged.el);
      else row.el.before(this.#dragged.el);
      this.#dragged = undefined;
      onReorder(from, to);
    });
  }
}
