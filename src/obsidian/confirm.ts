import { ConfirmationModal } from 'obsidian';
import type { App } from 'obsidian';
import { showDialog } from './dialogs';
import type { Host } from './host';

/** A question that names what happens. */
interface Question {
  readonly title: string;
  readonly text: string | DocumentFragment;
  /** What the button that goes ahead says. */
  readonly goAhead: string;
}

/** Asks before something that is hard to take back. @returns whether to go ahead */
export function confirm(app: App, { title, text, goAhead }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(app);
    let agreed = false;
    modal.setTitle(title).setContent(text);
    modal.addButton((button) =>
      button
        .setButtonText(goAhead)
        .setDestructive()
        .onClick(() => {
          agreed = true;
        }),
    );
    // Enter pressed in haste must not go ahead.
    modal.addButton((button) => button.setButtonText('Cancel').setCancel().setInitialFocus());
    showDialog(modal, () => resolve(agreed));
  });
}

/** Replaces the API key once the user has agreed. */
export async function confirmNewKey(app: App, host: Host): Promise<void> {
  const agreed = await confirm(app, {
    title: 'Regenerate the API key?',
    text: 'Clients that use the old key stop working at once. Give each of them the new key afterwards.',
    goAhead: 'Regenerate',
  });
  if (agreed) await host.regenerateKey();
}
