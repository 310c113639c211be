import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ValueComponent } from './base-component';

export class SliderComponent extends ValueComponent<number> implements obsidian.SliderComponent {
  readonly sliderEl: HTMLInputElement;
  readonly #valueEl: HTMLElement;
  #instant = false;
  #format: (value: number) => string = String;
  #onChange: ((value: number) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.#valueEl = containerEl.createSpan('slider-value');
    this.sliderEl = containerEl.createEl('input', { cls: 'slider', type: 'range' });
    this.sliderEl.addEventListener('input', () => this.#changed(this.#instant));
    this.sliderEl.addEventListener('change', () => this.#changed(!this.#instant));
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(instant: boolean): this {
    this.#instant = instant;
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | 'any'): this {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    this.#changed(false);
    return this;
  }

  getValuePretty(): string {
    return this.#format(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.#format = format;
    this.#changed(false);
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }

  onChange(callback: (value: number) => unknown): this {
    this.#onChange = callback;
    return this;
  }

  #changed(tell: boolean): void {
    this.#valueEl.setText(this.getValuePretty());
    if (tell) this.#onChange?.(this.getValue());
  }
}

export class ProgressBarComponent extends ValueComponent<number> implements obsidian.ProgressBarComponent {
  readonly #barEl: HTMLProgressElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.#barEl = containerEl.createEl('progress', { cls: 'setting-progress-bar', attr: { max: 100 } });
  }

  getValue(): number {
    return this.#barEl.value;
  }

  setValue(value: number): this {
    this.#barEl.value = value;
    return this;
  }
}
