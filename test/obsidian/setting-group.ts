import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ExtraButtonComponent } from './button-component';
import { Setting } from './setting';
import { SearchComponent } from './text-component';

/** Rows on a card under a heading row. */
export class SettingGroup implements obsidian.SettingGroup {
  readonly groupEl: HTMLElement;
  readonly listEl: HTMLElement;
  readonly headingEl: HTMLElement;
  readonly headingControlEl: HTMLElement;
  readonly #nameEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv('setting-group');
    const heading = new Setting(this.groupEl).setHeading();
    this.headingEl = heading.settingEl;
    this.headingControlEl = heading.controlEl;
    this.#nameEl = heading.nameEl;
    this.headingEl.hide();
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    this.#nameEl.setText(text);
    this.headingEl.show();
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(cb: (setting: obsidian.Setting) => void): this {
    cb(new Setting(this.listEl));
    return this;
  }

  addSearch(cb: (component: obsidian.SearchComponent) => unknown): this {
    this.headingEl.show();
    cb(new SearchComponent(this.headingControlEl));
    return this;
  }

  addExtraButton(cb: (component: obsidian.ExtraButtonComponent) => unknown): this {
    this.headingEl.show();
    cb(new ExtraButtonComponent(this.headingControlEl));
    return this;
  }
}
