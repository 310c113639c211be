import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { BaseComponent } from './base-component';
import { makeClickable, setClickableDisabled, setTooltip } from './clickable';
import { setIcon } from './icons';

export class ButtonComponent extends BaseComponent implements obsidian.ButtonComponent {
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

  removeCta(): this {
    this.buttonEl.removeClass('mod-cta');
    return this;
  }

  setWarning(): this {
    return this.setClass('mod-warning');
  }

  /** The class is an assumption: the types only say what the style is for. */
  setDestructive(): this {
    return this.setClass('mod-destructive');
  }

  removeDestructive(): this {
    this.buttonEl.removeClass('mod-destructive');
    return this;
  }

  setTooltip(tooltip: string, options?: obsidian.TooltipOptions): this {
    setTooltip(this.buttonEl, tooltip, options);
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

export class ExtraButtonComponent extends BaseComponent implements obsidian.ExtraButtonComponent {
  readonly extraSettingsEl: HTMLElement;
  #onClick: (() => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv('clickable-icon extra-setting-button');
    setIcon(this.extraSettingsEl, 'settings');
    makeClickable(this.extraSettingsEl, () => this.#onClick?.());
  }

  override setDisabled(disabled: boolean): this {
    setClickableDisabled(this.extraSettingsEl, disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string, options?: obsidian.TooltipOptions): this {
    setTooltip(this.extraSettingsEl, tooltip, options);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.#onClick = callback;
    return this;
  }
}
