import { Modal, Setting } from 'obsidian';
import type { KeptChange } from '../../bridge/notes/changes/change-list';
import type { NoteStep } from '../../bridge/notes/made-change';
import { printable } from '../../bridge/text/printable';
import { showPieces } from '../approval/pieces';
import { showDifference } from '../approval/shown-difference';
import { GradualWork } from '../approval/shown-text';
import type { BridgeController } from '../bridge-controller';
import type { Dialogs } from '../ui/dialogs';
import { byClient, placeOf, stateInWords, summaryOf, timeInWords } from './change-text';
import { openWith, undo, undoAllSince } from './undo';

/** Shows what a change did to its notes, and undoes it. */
export class ChangeModal extends Modal {
  private readonly work = new GradualWork();

  constructor(
    private readonly dialogs: Dialogs,
    private readonly bridge: BridgeController,
    private readonly change: KeptChange,
  ) {
    super(dialogs.app);
  }

  override onOpen(): void {
    const { change, contentEl } = this;
    this.setTitle(placeOf(change));
    this.modalEl.addClass('cli-bridge-change');
    const details = contentEl.createDiv({
      cls: 'cli-bridge-approval-calls',
      attr: { tabindex: '0', role: 'group', 'aria-label': 'What changed' },
    });
    this.work.add(showChange(details, change));
    contentEl.createDiv({ cls: 'cli-bridge-approval-origin', text: summaryOf(change) });
    void this.addButtons();
  }

  override onClose(): void {
    this.work.stop();
    this.contentEl.empty();
  }

  private async addButtons(): Promise<void> {
    const { dialogs, bridge, change, contentEl } = this;
    const state = contentEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
    const buttons = new Setting(contentEl).setClass('cli-bridge-buttons');
    const found = await bridge.changes.stateOf(change);
    state.setText(stateInWords(found, change));
    if (openWith(bridge, change).length > 1)
      buttons.addButton((button) =>
        button
          .setButtonText(`Undo all by ${byClient(change)} since ${timeInWords(change.time)}`)
          .onClick(() => this.closeFor(() => undoAllSince(dialogs, bridge, change))),
      );
    if (found === 'undoable')
      buttons.addButton((button) =>
        button
          .setButtonText('Undo')
          .setCta()
          .onClick(() => this.closeFor(() => undo(bridge, [change]))),
      );
  }

  private closeFor(act: () => Promise<void>): Promise<void> {
    this.close();
    return act();
  }
}

/** Shows what became of each note of a change, step by step. */
function* showChange(parent: HTMLElement, { steps }: KeptChange): Generator<void> {
  if (!steps) parent.createDiv({ text: 'The texts of this change are no longer kept.' });
  for (const step of steps ?? []) {
    const block = parent.createDiv({ cls: 'cli-bridge-approval-call' });
    if (steps && steps.length > 1)
      block.createDiv({ cls: 'cli-bridge-approval-effect', text: printable(step.path) });
    yield* showStep(block, step);
  }
}

function* showStep(block: HTMLElement, step: NoteStep): Generator<void> {
  const { path, from, isFile, isFolder, before, after } = step;
  if (from !== undefined) block.createDiv({ text: `Moved from ${printable(from)} to ${printable(path)}.` });
  else if (isFolder)
    block.createDiv({ text: after === undefined ? 'Folder moved to the trash.' : 'New folder.' });
  else if (isFile) block.createDiv({ text: fileWords(step) });
  else if (before !== undefined && after !== undefined) yield* showDifference(block, { before, after });
  else if (after !== undefined) {
    block.createDiv({ text: 'New note:' });
    yield* showPieces(block, [{ kind: 'added', text: after }]);
  } else if (before !== undefined) {
    block.createDiv({ text: 'Moved to the trash:' });
    yield* showPieces(block, [{ kind: 'removed', text: before }]);
  }
}

function fileWords({ before, after }: NoteStep): string {
  if (after === undefined) return 'File moved to the trash.';
  return before === undefined ? 'New file.' : 'File replaced.';
}
