import type { App } from 'obsidian';
import type { ApprovalAnswer, ApprovalPort, ApprovalRequest } from '../../bridge/call/approval/approval-port';
import { ApprovalModal } from './approval-modal';

/** Asks the user in a dialog of the app, in the window that has the focus. */
export class AppApprovals implements ApprovalPort {
  private shown: ApprovalModal | undefined;
  private isClosed = false;

  constructor(private readonly app: App) {}

  ask(request: ApprovalRequest, closed: AbortSignal): Promise<ApprovalAnswer> {
    const { msLeft } = request;
    const end = msLeft === undefined ? undefined : performance.now() + msLeft;
    return new Promise((resolve, reject) => {
      const show = (): void => {
        if (this.isClosed || closed.aborted) return;
        const left = { ...request, msLeft: end === undefined ? undefined : end - performance.now() };
        // A dialog disappears with its window. The user is then asked in another window.
        this.shown = new ApprovalModal(this.app, left, { answered: resolve, vanished: show });
        try {
          this.shown.open();
        } catch {
          reject(new Error("The dialog couldn't be opened."));
        }
      };
      closed.addEventListener('abort', () => this.shown?.dismiss(), { once: true });
      show();
    });
  }

  /** Closes the dialog without an answer, and shows no more. */
  close(): void {
    this.isClosed = true;
    this.shown?.dismiss();
  }
}
