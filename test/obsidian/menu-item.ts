import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { newElement } from './headless-element';
import { setIcon } from './icons';

/** The real class has a private constructor, so `implements` cannot name it: its public part can. */
export class MenuItem implements Pick<obsidian.MenuItem, keyof obsidian.MenuItem> {
  readonly dom = newElement('div', 'menu-item', 'tappable');
  checked: boolean | null = null;
  disabled = false;
  isLabel = false;
  readonly #iconEl = newElement('div', 'menu-item-icon');
  readonly #titleEl = newElement('div', 'menu-item-title');
  #onClick: ((evt: MouseEvent | KeyboardEvent) => unknown) | undefined;

  constructor(private readonly close: () => void) {
    this.dom.appendChild(this.#iconEl);
    this.dom.appendChild(this.#titleEl);
    this.dom.addEventListener('click', (event) => this.run(event));
  }

  get title(): string {
    return this.#titleEl.textContent;
  }

  get clickable(): boolean {
    return !this.disabled && !this.isLabel;
  }

  run(event: MouseEvent | KeyboardEvent): void {
    if (!this.clickable) return;
    this.close();
    this.#onClick?.(event);
  }

  setTitle(title: string | DocumentFragment): this {
    this.#titleEl.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    if (icon === null) this.#iconEl.empty();
    else setIcon(this.#iconEl, icon);
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.checked = checked;
    this.dom.toggleClass('mod-checked', checked === true);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.toggleClass('is-disabled', disabled);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.toggleClass('is-warning', isWarning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.isLabel = isLabel;
    this.dom.toggleClass('is-label', isLabel);
    return this;
  }

  onClick(callback: (evt: MouseEvent | KeyboardEvent) => unknown): this {
    this.#onClick = callback;
    return this;
  }

  setSection(section: string): this {
    this.dom.setAttribute('data-section', section);
    return this;
  }
}
