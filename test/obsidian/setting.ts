import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ButtonComponent, ExtraButtonComponent } from './button-component';
import { setTooltip } from './clickable';
import { ColorComponent } from './color-component';
import { DisplayValueComponent } from './display-value-component';
import { DropdownComponent } from './dropdown-component';
import { ProgressBarComponent, SliderComponent } from './slider-component';
import { MomentFormatComponent, SearchComponent, TextAreaComponent, TextComponent } from './text-component';
import { ToggleComponent } from './toggle-component';

/**
 * One row. Controls added here get no accessible name by themselves, because the app gives them none: a plugin has to
 * set one. Rows declared with a `control` are named by the renderer.
 */
export class Setting implements obsidian.Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  components: obsidian.BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  /** `is-invalid` is in the types' doc comment; the element's own class and role are assumptions. */
  setErrorMessage(message: string | null): this {
    this.settingEl.toggleClass('is-invalid', Boolean(message));
    if (message) {
      this.errorEl ??= this.settingEl.createDiv({ cls: 'setting-item-error', attr: { role: 'alert' } });
      this.errorEl.setText(message);
    } else {
      this.errorEl?.remove();
      this.errorEl = null;
    }
    return this;
  }

  addDisplayValue(cb: (component: obsidian.DisplayValueComponent) => unknown): this {
    cb(new DisplayValueComponent(this.controlEl));
    return this;
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.setText(desc);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string, options?: obsidian.TooltipOptions): this {
    setTooltip(this.nameEl, tooltip, options);
    return this;
  }

  setHeading(): this {
    return this.setClass('setting-item-heading');
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  addButton(cb: (component: obsidian.ButtonComponent) => unknown): this {
    return this.#add(new ButtonComponent(this.controlEl), cb);
  }

  addExtraButton(cb: (component: obsidian.ExtraButtonComponent) => unknown): this {
    return this.#add(new ExtraButtonComponent(this.controlEl), cb);
  }

  addToggle(cb: (component: obsidian.ToggleComponent) => unknown): this {
    return this.#add(new ToggleComponent(this.controlEl), cb);
  }

  addText(cb: (component: obsidian.TextComponent) => unknown): this {
    return this.#add(new TextComponent(this.controlEl), cb);
  }

  addComponent<T extends obsidian.BaseComponent>(cb: (el: HTMLElement) => T): this {
    this.components.push(cb(this.controlEl));
    return this;
  }

  addSearch(cb: (component: obsidian.SearchComponent) => unknown): this {
    return this.#add(new SearchComponent(this.controlEl), cb);
  }

  addTextArea(cb: (component: obsidian.TextAreaComponent) => unknown): this {
    return this.#add(new TextAreaComponent(this.controlEl), cb);
  }

  addMomentFormat(cb: (component: obsidian.MomentFormatComponent) => unknown): this {
    return this.#add(new MomentFormatComponent(this.controlEl), cb);
  }

  addDropdown(cb: (component: obsidian.DropdownComponent) => unknown): this {
    return this.#add(new DropdownComponent(this.controlEl), cb);
  }

  addColorPicker(cb: (component: obsidian.ColorComponent) => unknown): this {
    return this.#add(new ColorComponent(this.controlEl), cb);
  }

  addProgressBar(cb: (component: obsidian.ProgressBarComponent) => unknown): this {
    return this.#add(new ProgressBarComponent(this.controlEl), cb);
  }

  addSlider(cb: (component: obsidian.SliderComponent) => unknown): this {
    return this.#add(new SliderComponent(this.controlEl), cb);
  }

  then(cb: (setting: this) => unknown): this {
    cb(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components = [];
    return this;
  }

  #add<C extends obsidian.BaseComponent>(component: C, cb: (component: C) => unknown): this {
    this.components.push(component);
    cb(component);
    return this;
  }
}
