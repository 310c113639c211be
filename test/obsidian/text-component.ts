import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ValueComponent } from './base-component';
import { makeClickable } from './clickable';
import { newElement } from './headless-element';

/** `onChange` follows every keystroke; setting the value from code does not call it. */
export class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement>
  extends ValueComponent<string>
  implements obsidian.AbstractTextComponent<T>
{
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

export class TextComponent extends AbstractTextComponent<HTMLInputElement> implements obsidian.TextComponent {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { type: 'text' }));
  }
}

export class TextAreaComponent
  extends AbstractTextComponent<HTMLTextAreaElement>
  implements obsidian.TextAreaComponent
{
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea'));
  }
}

export class SearchComponent
  extends AbstractTextComponent<HTMLInputElement>
  implements obsidian.SearchComponent
{
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const boxEl = containerEl.createDiv('search-input-container');
    super(boxEl.createEl('input', { type: 'search' }));
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

/** There is no date library here: the sample shows the format itself. */
export class MomentFormatComponent extends TextComponent implements obsidian.MomentFormatComponent {
  sampleEl: HTMLElement = newElement('b', 'u-pop');

  setDefaultFormat(defaultFormat: string): this {
    return this.setPlaceholder(defaultFormat);
  }

  setSampleEl(sampleEl: HTMLElement): this {
    this.sampleEl = sampleEl;
    this.updateSample();
    return this;
  }

  override setValue(value: string): this {
    super.setValue(value);
    this.updateSample();
    return this;
  }

  override onChanged(): void {
    this.updateSample();
    super.onChanged();
  }

  updateSample(): void {
    this.sampleEl.setText(this.getValue() || this.inputEl.placeholder);
  }
}
