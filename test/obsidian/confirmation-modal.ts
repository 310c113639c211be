import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ButtonComponent } from './button-component';
import { newElement } from './headless-element';
import { Modal } from './modal';

/** Closes the modal once its handler is done, unless that returns something truthy (types' doc comment). */
export class ConfirmationButton
  extends ButtonComponent
  implements Pick<obsidian.ConfirmationButton, keyof obsidian.ConfirmationButton>
{
  readonly #modal: ConfirmationModal;

  constructor(modal: ConfirmationModal) {
    super(modal.buttonContainerEl);
    this.#modal = modal;
    this.onClick(() => undefined);
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

  setSecondary(): this {
    return this.setClass('mod-secondary');
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }
}

export class ConfirmationModal extends Modal implements obsidian.ConfirmationModal {
  readonly buttonContainerEl = newElement('div', 'modal-button-container');
  initialFocusEl: HTMLElement | undefined;

  constructor(app: obsidian.App) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.modalEl.appendChild(this.buttonContainerEl);
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label: string, cb: (value: boolean) => unknown): this {
    const labelEl = newElement('label', 'mod-checkbox');
    const inputEl = labelEl.createEl('input', { type: 'checkbox', attr: { tabindex: -1 } });
    inputEl.addEventListener('change', () => cb(inputEl.checked));
    labelEl.appendText(label);
    this.buttonContainerEl.appendChild(labelEl);
    return this;
  }

  addButton(cb: (btn: obsidian.ConfirmationButton) => unknown): this {
    cb(new ConfirmationButton(this));
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }

  protected override focusFirst(): void {
    if (this.initialFocusEl) this.initialFocusEl.focus();
    else super.focusFirst();
  }
}
