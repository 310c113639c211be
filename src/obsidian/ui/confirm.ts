import { ConfirmationModal } from 'obsidian';
import type { KeysControl } from '../bridge-controller';
import type { Dialogs } from './dialogs';

/** A question that names the consequences. */
interface Confirmation {
  readonly title: string;
  /** The text, or what fills in the content. */
  readonly text: string | ((content: HTMLElement) => void);
  /** The label of the confirming button. */
  readonly confirmLabel: string;
}

/** Asks before an action that is hard to undo. @returns whether the user confirmed */
export function confirm(dialogs: Dialogs, { title, text, confirmLabel }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(dialogs.app);
    let agreed = false;
    modal.setTitle(title);
    if (typeof text === 'string') modal.setContent(text);
    else text(modal.contentEl);
    modal.addButton((button) =>
      button
        .setButtonText(confirmLabel)
        .setDestructive()
        .onClick(() => {
          agreed = true;
        }),
    );
    // It has the focus, so that pressing Enter in haste doesn't confirm. Its style alone may not make it close the dialog.
    modal.addButton((button) =>
      button
        .setButtonText('Cancel')
        .setCancel()
        .setInitialFocus()
        .onClick(() => modal.close()),
    );
    dialogs.show(modal, () => resolve(agreed));
  });
}

/** Replaces the API key after the user has confirmed. */
export async function confirmNewKey(dialogs: Dialogs, keys: KeysControl): Promise<void> {
  const agreed = await confirm(dialogs, {
    title: 'Regenerate the API key?',
    text: 'Scripts need the new key. Connected clients keep working.',
    confirmLabel: 'Regenerate',
  });
  if (agreed) keys.regenerate();
}
