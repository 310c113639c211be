import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ValueComponent } from './base-component';
import { hexOfRgb, hslOfRgb, rgbOfHex, rgbOfHsl } from './color';

export class ColorComponent extends ValueComponent<string> implements obsidian.ColorComponent {
  readonly #pickerEl: HTMLInputElement;
  #onChange: ((value: string) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.#pickerEl = containerEl.createEl('input', { type: 'color' });
    this.#pickerEl.addEventListener('input', () => this.#onChange?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.#pickerEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.#pickerEl.value;
  }

  getValueRgb(): obsidian.RGB {
    return rgbOfHex(this.getValue());
  }

  getValueHsl(): obsidian.HSL {
    return hslOfRgb(this.getValueRgb());
  }

  setValue(value: string): this {
    this.#pickerEl.value = value;
    return this;
  }

  setValueRgb(rgb: obsidian.RGB): this {
    return this.setValue(hexOfRgb(rgb));
  }

  setValueHsl(hsl: obsidian.HSL): this {
    return this.setValueRgb(rgbOfHsl(hsl));
  }

  onChange(callback: (value: string) => unknown): this {
    this.#onChange = callback;
    return this;
  }
}
