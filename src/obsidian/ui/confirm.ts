import { ConfirmationModal } from 'obsidian';
import type { KeysControl } from '../bridge-controller';
import type { Dialogs } from './dialogs';

/** A question that names the consequences. */
interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly confirmLabel: string;
}

/** Asks before an action that is hard to undo. @returns whether the user confirmed */
export function confirm(dialogs: Dialogs, { title, text, confirmLabel }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(dialogs.app);
    let agreed = false;
    modal.setTitle(title).setContent(text);
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
    text: 'Clients that use the old key stop working immediately. Give each of them the new key afterwards.',
    confirmLabel: 'Regenerate',
  });
  if (agreed) keys.regenerate();
}
