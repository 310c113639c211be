import { BaseComponent } from './base-component';
import { setTooltip } from './clickable';
import { setIcon } from './icons';

export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;
  #onClick: ((evt: MouseEvent) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl('button');
    this.buttonEl.addEventListener('click', (event) => this.#onClick?.(event));
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    return this.setClass('mod-cta');
  }

  /** The class is an assumption: the types only say what the style is for. */
  setDestructive(): this {
    return this.setClass('mod-destructive');
  }

  setTooltip(tooltip: string): this {
    setTooltip(this.buttonEl, tooltip);
    return this;
  }

  setButtonText(name: string): this {
    this.buttonEl.setText(name);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.addClass(cls);
    return this;
  }

  onClick(callback: (evt: MouseEvent) => unknown): this {
    this.#onClick = callback;
    return this;
  }
}
