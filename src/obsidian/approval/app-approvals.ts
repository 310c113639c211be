import type { App } from 'obsidian';
import type { CancelSignal } from '../../bridge/cancel-signal';
import type {
  ApprovalAnswer,
  ApprovalPort,
  ApprovalRequest,
} from '../../bridge/commands/consent/approval-port';
import { ApprovalModal } from './approval-modal';

/** Asks the user in a dialog of the app, in the window that has the focus. */
export class AppApprovals implements ApprovalPort {
  private shown: ApprovalModal | undefined;
  private isClosed = false;

  constructor(private readonly app: App) {}

  ask(request: ApprovalRequest, closed: CancelSignal): Promise<ApprovalAnswer> {
    return new Promise((resolve) => {
      if (this.isClosed || closed.aborted) return;
      const modal = new ApprovalModal(this.app, request, resolve);
      closed.addEventListener('abort', () => modal.dismiss(), { once: true });
      this.shown = modal;
      modal.open();
    });
  }

  /** Closes the dialog without an answer, and shows no other. */
  close(): void {
    this.isClosed = true;
    this.shown?.dismiss();
  }
}
