import { Modal } from 'obsidian';
import type { KeptChange } from '../../bridge/notes/changes/change';
import type { Dialogs } from '../ui/dialogs';
import { ChangeRow } from './change-row';
import type { ChangesBridge } from './change-row';
import { titleOf } from './sessions';

/** Shows several changes by a client. */
export class ChangesModal extends Modal {
  /** @param changes the newest first */
  constructor(
    private readonly dialogs: Dialogs,
    private readonly bridge: ChangesBridge,
    private readonly changes: readonly KeptChange[],
  ) {
    super(dialogs.app);
  }

  override onOpen(): void {
    const { dialogs, bridge, changes, contentEl } = this;
    this.setTitle(titleOf(changes));
    this.modalEl.addClass('cli-bridge-changes');
    for (const change of changes) void new ChangeRow(contentEl, dialogs, bridge, change).drawState();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
