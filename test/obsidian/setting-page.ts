import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { makeClickable, setTooltip } from './clickable';
import { newElement } from './headless-element';
import { setIcon } from './icons';

/** A sub-page: a title bar, which gets its back button when it is opened, and the content below. */
export abstract class SettingPage {
  rootEl = newElement('div', 'vertical-tab-content', 'setting-page');
  titlebarEl = newElement('div', 'setting-page-titlebar');
  containerEl = newElement('div', 'setting-page-content');
  title = '';

  constructor() {
    this.rootEl.appendChild(this.titlebarEl);
    this.rootEl.appendChild(this.containerEl);
  }

  abstract display(): void;

  hide(): void {}
}

export function fillTitlebar(
  page: Pick<obsidian.SettingPage, 'titlebarEl' | 'title'>,
  onBack: () => void,
): void {
  page.titlebarEl.empty();
  const backEl = page.titlebarEl.createDiv('clickable-icon setting-page-back-button');
  setIcon(backEl, 'chevron-left');
  setTooltip(backEl, 'Back');
  makeClickable(backEl, onBack);
  page.titlebarEl.createDiv({ cls: 'setting-page-title', text: page.title });
}
