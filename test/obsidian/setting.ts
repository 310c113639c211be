import type { BaseComponent } from './base-component';
import { ButtonComponent } from './button-component';
import { DropdownComponent } from './dropdown-component';
import { SearchComponent, TextAreaComponent, TextComponent } from './text-component';
import { ToggleComponent } from './toggle-component';

/**
 * One row. Controls added here get no accessible name by themselves, because the app gives them none: a plugin has to
 * set one. Rows declared with a `control` are named by the renderer.
 */
export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
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

  setName(name: string): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(desc: string): this {
    this.descEl.setText(desc);
    return this;
  }

  setHeading(): this {
    return this.setClass('setting-item-heading');
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    return this;
  }

  addButton(cb: (component: ButtonComponent) => unknown): this {
    return this.#add(new ButtonComponent(this.controlEl), cb);
  }

  addToggle(cb: (component: ToggleComponent) => unknown): this {
    return this.#add(new ToggleComponent(this.controlEl), cb);
  }

  addText(cb: (component: TextComponent) => unknown): this {
    return this.#add(new TextComponent(this.controlEl), cb);
  }

  addSearch(cb: (component: SearchComponent) => unknown): this {
    return this.#add(new SearchComponent(this.controlEl), cb);
  }

  addTextArea(cb: (component: TextAreaComponent) => unknown): this {
    return this.#add(new TextAreaComponent(this.controlEl), cb);
  }

  addDropdown(cb: (component: DropdownComponent) => unknown): this {
    return this.#add(new DropdownComponent(this.controlEl), cb);
  }

  then(cb: (setting: this) => unknown): this {
    cb(this);
    return this;
  }

  #add<C extends BaseComponent>(component: C, cb: (component: C) => unknown): this {
    cb(component);
    return this;
  }
}
