import { BaseComponent } from './base-component';

export class DropdownComponent extends BaseComponent {
  readonly selectEl: HTMLSelectElement;
  #onChange: ((value: string) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl('select', 'dropdown');
    this.selectEl.addEventListener('change', () => this.#onChange?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl('option', { text: display, attr: { value } });
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.#onChange = callback;
    return this;
  }
}
