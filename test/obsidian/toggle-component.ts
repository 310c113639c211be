import { BaseComponent } from './base-component';

/** A box drawn as a switch around a real checkbox, which holds the focus. */
export class ToggleComponent extends BaseComponent {
  readonly toggleEl: HTMLElement;
  readonly inputEl: HTMLInputElement;
  #on = false;
  #onChange: ((value: boolean) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createDiv('checkbox-container');
    this.inputEl = this.toggleEl.createEl('input', { attr: { type: 'checkbox', tabindex: 0 } });
    // A click on the checkbox (or Space) bubbles up to the box.
    this.toggleEl.addEventListener('click', () => this.onClick());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    this.toggleEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.#on;
  }

  /** Unlike the other components, a toggle reports a change made from code too: plugin authors observe it. */
  setValue(on: boolean): this {
    this.inputEl.checked = on;
    if (this.#on === on) return this;
    this.#on = on;
    this.toggleEl.toggleClass('is-enabled', on);
    this.#onChange?.(on);
    return this;
  }

  onClick(): void {
    if (!this.disabled) this.setValue(!this.#on);
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.#onChange = callback;
    return this;
  }
}
