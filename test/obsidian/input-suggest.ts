import type { App } from './app';
import { newElement } from './headless-element';

/** How many suggestions are shown: types' doc comment. */
const LIMIT = 100;

/**
 * What is suggested below a field while it has the focus. That it follows the arrow keys, Enter, Escape and the mouse is what
 * users of the app see; that a key which it takes does nothing else, and a click takes no focus, are assumptions.
 */
export abstract class AbstractInputSuggest<T> {
  readonly #dom = newElement('div', 'suggestion-container');
  #values: readonly T[] = [];
  #selected = 0;

  constructor(
    readonly app: App,
    private readonly inputEl: HTMLInputElement,
  ) {
    for (const type of ['focus', 'input']) inputEl.addEventListener(type, () => void this.#suggest());
    inputEl.addEventListener('blur', () => this.close());
    inputEl.addEventListener('keydown', (event) => this.#onKey(event));
    this.#dom.addEventListener('mousedown', (event) => event.preventDefault());
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): void {
    this.inputEl.value = value;
  }

  open(): void {
    this.inputEl.ownerDocument.body.appendChild(this.#dom);
    const { left, bottom } = this.inputEl.getBoundingClientRect();
    this.#dom.style.left = `${left}px`;
    this.#dom.style.top = `${bottom}px`;
  }

  close(): void {
    this.#dom.remove();
  }

  async #suggest(): Promise<void> {
    this.#values = (await this.getSuggestions(this.getValue())).slice(0, LIMIT);
    if (this.#values.length === 0) this.close();
    else this.open();
    this.#dom.empty();
    for (const value of this.#values) {
      const el = this.#dom.createDiv('suggestion-item');
      this.renderSuggestion(value, el);
      el.addEventListener('click', (event) => this.selectSuggestion(value, event));
    }
    this.#select(0);
  }

  #select(index: number): void {
    const { length } = this.#values;
    this.#selected = (index + length) % length;
    for (const [at, el] of [...this.#dom.children].entries())
      el.toggleClass('is-selected', at === this.#selected);
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const value = this.#values[this.#selected];
    if (!this.#dom.isConnected || value === undefined) return;
    if (step !== undefined) this.#select(this.#selected + step);
    else if (event.key === 'Enter') this.selectSuggestion(value, event);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
