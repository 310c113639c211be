import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ButtonComponent } from './button-component';
import { newElement } from './headless-element';
import { Modal } from './modal';

/**
 * Closes the modal once its handler is done, unless that returns something truthy (types' doc comment). Nothing says that a
 * button without a handler does anything.
 */
class ConfirmationButton extends ButtonComponent {
  readonly #modal: ConfirmationModal;

  constructor(modal: ConfirmationModal) {
    super(modal.buttonContainerEl);
    this.#modal = modal;
  }

  override onClick(handler: (evt: MouseEvent) => unknown): this {
    return super.onClick(async (event) => {
      if (!(await handler(event))) this.#modal.close();
    });
  }

  setInitialFocus(): this {
    this.#modal.initialFocusEl = this.buttonEl;
    return this;
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }
}

export class ConfirmationModal extends Modal {
  readonly buttonContainerEl = newElement('div', 'modal-button-container');
  initialFocusEl: HTMLElement | undefined;

  constructor(app: obsidian.App) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.modalEl.appendChild(this.buttonContainerEl);
  }

  addButton(cb: (btn: ConfirmationButton) => unknown): this {
    cb(new ConfirmationButton(this));
    return this;
  }

  protected override focusFirst(): void {
    if (this.initialFocusEl) this.initialFocusEl.focus();
    else super.focusFirst();
  }
}
