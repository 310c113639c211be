import { ConfirmationModal } from 'obsidian';
import type { KeysControl } from '../bridge-controller';
import type { Dialogs } from './dialogs';

/** What a confirmation asks, naming the consequence. */
interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly confirmLabel: string;
}

/** Asks before something that is hard to undo. @returns whether the user confirmed */
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
    // It has the focus, so that Enter pressed in haste doesn't confirm. The app only styles it as the one that closes.
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
