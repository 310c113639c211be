import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { setIcon } from './icons';

export class DisplayValueComponent implements obsidian.DisplayValueComponent {
  readonly valueEl: HTMLElement;
  readonly #statusEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.#statusEl = containerEl.createSpan('setting-item-status');
    this.valueEl = containerEl.createSpan('setting-item-display-value');
    this.setStatus(null);
  }

  setValue(value: string | null): this {
    this.valueEl.setText(value ?? '');
    return this;
  }

  setStatus(status: 'warning' | null): this {
    this.#statusEl.toggleClass('mod-warning', status === 'warning');
    this.#statusEl.toggle(status !== null);
    this.#statusEl.setAttrs({ role: status && 'img', 'aria-label': status && 'Warning' });
    if (status) setIcon(this.#statusEl, 'alert-triangle');
    return this;
  }
}
