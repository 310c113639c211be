import { newElement } from './headless-element';
import { setIcon } from './icons';

/** An item of a menu: something to choose, or a label. */
export class MenuItem {
  readonly dom = newElement('div', 'menu-item', 'tappable');
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

  run(event: MouseEvent | KeyboardEvent): void {
    if (this.isLabel) return;
    this.close();
    this.#onClick?.(event);
  }

  setTitle(title: string): this {
    this.#titleEl.setText(title);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.#iconEl, icon);
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
}
