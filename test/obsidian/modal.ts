import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { hasDocument, newElement } from './headless-element';
import { setIcon } from './icons';
import { screen } from './screen';

/** Opens in the active window; closes on Escape, on its cross and on a click beside it; gives the focus back. */
export class Modal {
  readonly containerEl = newElement('div', 'modal-container', 'mod-dim');
  readonly modalEl = newElement('div', 'modal');
  readonly titleEl = newElement('div', 'modal-title');
  readonly contentEl = newElement('div', 'modal-content');
  isOpen = false;
  #closeCallback: (() => unknown) | undefined;
  #focusedBefore: Element | null = null;
  readonly #onKey = (event: KeyboardEvent): void => {
    const isTopmost = screen.modals.filter((modal) => modal.isOpen).at(-1) === this;
    if (isTopmost && event.key === 'Escape') this.close();
  };

  constructor(public app: obsidian.App) {
    const background = newElement('div', 'modal-bg');
    const close = newElement('div', 'modal-close-button');
    const header = newElement('div', 'modal-header');
    close.setAttribute('aria-label', 'Close');
    close.setAttribute('role', 'button');
    setIcon(close, 'x');
    header.appendChild(this.titleEl);
    for (const part of [close, header, this.contentEl]) this.modalEl.appendChild(part);
    for (const part of [background, this.modalEl]) this.containerEl.appendChild(part);
    for (const part of [background, close]) part.addEventListener('click', () => this.close());
  }

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    screen.modals.push(this);
    if (hasDocument()) {
      const { document } = activeWindow;
      this.#focusedBefore = document.activeElement;
      document.body.appendChild(this.containerEl);
      document.addEventListener('keydown', this.#onKey);
    }
    void this.onOpen();
    if (hasDocument()) this.focusFirst();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.containerEl.remove();
    if (hasDocument()) {
      this.containerEl.ownerDocument.removeEventListener('keydown', this.#onKey);
      if (this.#focusedBefore instanceof HTMLElement) this.#focusedBefore.focus();
    }
    this.onClose();
    this.#closeCallback?.();
  }

  onOpen(): void | Promise<void> {}

  onClose(): void {}

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.#closeCallback = callback;
    return this;
  }

  protected focusFirst(): void {
    if (this.containerEl.contains(this.containerEl.ownerDocument.activeElement)) return;
    this.modalEl.querySelector<HTMLElement>('input, select, textarea, button, [tabindex="0"]')?.focus();
  }
}
