import { Modal, Setting } from 'obsidian';
import type { ButtonComponent } from 'obsidian';
import type { KeptChange } from '../../bridge/notes/changes/change';
import type { NoteStep } from '../../bridge/notes/made-change';
import { printable } from '../../bridge/text/printable';
import { showDifference, showWhole } from '../approval/shown-difference';
import { GradualWork } from '../approval/shown-text';
import type { BridgeController } from '../bridge-controller';
import type { Dialogs } from '../ui/dialogs';
import { placeOf, stateInWords, summaryOf } from './change-text';
import { openableNote, openNote } from './open-note';
import { undo } from './undo';

/** Shows what a change did to its notes, and undoes it. */
export class ChangeModal extends Modal {
  private readonly work = new GradualWork();
  private isClosed = false;

  constructor(
    dialogs: Dialogs,
    private readonly bridge: Pick<BridgeController, 'changes' | 'program'>,
    private readonly change: KeptChange,
  ) {
    super(dialogs.app);
  }

  override onOpen(): void {
    const { change, contentEl } = this;
    this.setTitle(placeOf(change));
    this.modalEl.addClass('cli-bridge-change');
    this.titleEl.id = 'cli-bridge-change-title';
    const details = contentEl.createDiv({
      cls: 'cli-bridge-approval-calls',
      attr: { tabindex: '0', role: 'group', 'aria-labelledby': this.titleEl.id },
    });
    const { command } = change;
    contentEl.createDiv({ cls: 'cli-bridge-approval-origin', text: `${summaryOf(change)} · ${command}` });
    void this.showSteps(details);
    void this.addButtons();
  }

  override onClose(): void {
    this.isClosed = true;
    this.work.stop();
    this.contentEl.empty();
  }

  private async showSteps(details: HTMLElement): Promise<void> {
    const steps = await this.bridge.changes.stepsOf(this.change);
    if (!this.isClosed) this.work.add(showChange(details, steps));
  }

  private async addButtons(): Promise<void> {
    const { app, bridge, change, contentEl } = this;
    const state = contentEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
    const buttons = new Setting(contentEl).setClass('cli-bridge-buttons');
    let undoButton: ButtonComponent | undefined;
    buttons.addButton((button) => {
      undoButton = button.setButtonText('Undo').onClick(() => {
        this.close();
        return undo(bridge, [change]);
      });
      button.buttonEl.toggle(false);
    });
    const note = openableNote(change);
    if (note)
      buttons.addButton((button) =>
        button.setButtonText('Open note').onClick(() => {
          this.close();
          return openNote(app, note.path);
        }),
      );
    const found = await bridge.changes.stateOf(change);
    state.setText(stateInWords(found, change));
    undoButton?.buttonEl.toggle(found === 'undoable');
  }
}

/** Shows what was done to each note of a change, step by step. */
function* showChange(parent: HTMLElement, steps: readonly NoteStep[] | undefined): Generator<void> {
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
    yield* showWhole(block, 'added', after);
  } else if (before !== undefined) {
    block.createDiv({ text: 'Moved to the trash:' });
    yield* showWhole(block, 'removed', before);
  } else block.createDiv({ text: 'Permanently deleted.' });
}

function fileWords({ before, after }: NoteStep): string {
  if (after === undefined) return 'File moved to the trash.';
  return before === undefined ? 'New file.' : 'File replaced.';
}
