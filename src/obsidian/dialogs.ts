import type { Modal } from 'obsidian';

const shown = new Set<Modal>();

/** Opens a dialog that is closed with the plugin at the latest. */
export function showDialog(modal: Modal, whenClosed: () => void = () => undefined): void {
  shown.add(modal);
  modal.setCloseCallback(() => {
    shown.delete(modal);
    whenClosed();
  });
  modal.open();
}

/** Closes all open dialogs; unanswered confirmations count as declined. */
export function closeDialogs(): void {
  for (const modal of [...shown]) modal.close();
}
