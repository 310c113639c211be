import type { Modal } from 'obsidian';

const shown = new Set<Modal>();

/** Opens a dialog of the plugin, which must not outlive it. */
export function showDialog(modal: Modal, whenClosed: () => void = () => undefined): void {
  shown.add(modal);
  modal.setCloseCallback(() => {
    shown.delete(modal);
    whenClosed();
  });
  modal.open();
}

/** Closes the dialogs that are still open; questions count as answered with no. */
export function closeDialogs(): void {
  for (const modal of [...shown]) modal.close();
}
