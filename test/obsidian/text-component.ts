import { BaseComponent } from './base-component';
import { makeClickable } from './clickable';

/** `onChange` follows every keystroke; setting the value from code does not call it. */
abstract class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement> extends BaseComponent {
  #onChange: ((value: string) => unknown) | undefined;

  constructor(public inputEl: T) {
    super();
    inputEl.setAttr('spellcheck', 'false');
    inputEl.addEventListener('input', () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.#onChange?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.#onChange = callback;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { attr: { type: 'text' } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea'));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const boxEl = containerEl.createDiv('search-input-container');
    super(boxEl.createEl('input', { attr: { type: 'search' } }));
    this.clearButtonEl = boxEl.createDiv('search-input-clear-button');
    this.clearButtonEl.setAttr('aria-label', 'Clear search');
    makeClickable(this.clearButtonEl, () => {
      this.setValue('').onChanged();
      this.inputEl.focus();
    });
    this.#showClearButton();
  }

  override setValue(value: string): this {
    super.setValue(value);
    this.#showClearButton();
    return this;
  }

  override onChanged(): void {
    this.#showClearButton();
    super.onChanged();
  }

  #showClearButton(): void {
    this.clearButtonEl.toggle(this.getValue() !== '');
  }
}
