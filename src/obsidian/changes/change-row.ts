import { Setting } from 'obsidian';
import type { ButtonComponent } from 'obsidian';
import type { KeptChange } from '../../bridge/notes/changes/change';
import type { BridgeController } from '../bridge-controller';
import { nameControl } from '../ui/accessible-name';
import type { Dialogs } from '../ui/dialogs';
import { ChangeModal } from './change-modal';
import { changeInWords, placeOf, stateInWords, timeInWords } from './change-text';
import { openableNote, openNote } from './open-note';
import { undo } from './undo';

/** What shows and undoes changes. */
export type ChangesBridge = Pick<BridgeController, 'changes' | 'program'>;

/** A row for a change, with buttons that show it and undo it. A click on the note opens it. */
export class ChangeRow {
  private readonly setting: Setting;
  private readonly state: HTMLElement;
  private show: ButtonComponent | undefined;
  private undo: ButtonComponent | undefined;

  constructor(
    parent: HTMLElement,
    private readonly dialogs: Dialogs,
    private readonly bridge: ChangesBridge,
    private readonly change: KeptChange,
  ) {
    const place = placeOf(change);
    this.setting = new Setting(parent).setDesc(`${changeInWords(change)} · ${timeInWords(change.time)}`);
    this.addName(place);
    this.state = this.setting.infoEl.createDiv({ cls: 'cli-bridge-state' });
    this.setting
      .addButton((button) => {
        nameControl(button.buttonEl, `Show the change to ${place}`);
        this.show = button
          .setButtonText('Show')
          .onClick(() => dialogs.show(new ChangeModal(dialogs, bridge, change)));
      })
      .addButton((button) => {
        nameControl(button.buttonEl, `Undo the change to ${place}`);
        this.undo = button.setButtonText('Undo').onClick(() => undo(bridge, [change]));
      });
  }

  get element(): HTMLElement {
    return this.setting.settingEl;
  }

  /** Updates whether the change can be undone. */
  async drawState(): Promise<void> {
    const { change, bridge } = this;
    const state = await bridge.changes.stateOf(change);
    this.state.setText(stateInWords(state, change));
    const button = this.undo?.buttonEl;
    // A hidden button can't keep the focus.
    if (state !== 'undoable' && button && button === button.ownerDocument.activeElement)
      this.show?.buttonEl.focus();
    button?.toggle(state === 'undoable');
  }

  private addName(place: string): void {
    const note = openableNote(this.change);
    if (!note) {
      this.setting.setName(place);
      return;
    }
    const link = this.setting.nameEl.createEl('a', { text: place, attr: { href: '#' } });
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void openNote(this.dialogs.app, note.path);
    });
  }
}
