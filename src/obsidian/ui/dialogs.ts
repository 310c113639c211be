import type { App, Modal } from 'obsidian';

/** The plugin's dialogs. They close when it unloads. */
export class Dialogs {
  private readonly shown = new Set<Modal>();

  constructor(readonly app: App) {}

  /** Opens a dialog. */
  show(modal: Modal, whenClosed: () => void = () => undefined): void {
    this.shown.add(modal);
    modal.setCloseCallback(() => {
      this.shown.delete(modal);
      whenClosed();
    });
    modal.open();
  }

  /** Closes all dialogs; unanswered confirmations count as declined. */
  close(): void {
    for (const modal of [...this.shown]) modal.close();
  }
}
