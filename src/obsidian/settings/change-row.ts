import { Setting } from 'obsidian';
import type { ButtonComponent } from 'obsidian';
import type { KeptChange } from '../../bridge/notes/changes/change-list';
import { ChangeModal } from '../changes/change-modal';
import { placeOf, stateInWords, summaryOf } from '../changes/change-text';
import { undo } from '../changes/undo';
import { nameControl } from '../ui/accessible-name';
import type { TabContext } from './context';

/** A row for a change, with buttons that show it and undo it. */
export class ChangeRow {
  private readonly setting: Setting;
  private readonly state: HTMLElement;
  private show: ButtonComponent | undefined;
  private undo: ButtonComponent | undefined;

  constructor(
    parent: HTMLElement,
    private readonly context: Pick<TabContext, 'bridge' | 'dialogs'>,
    private readonly change: KeptChange,
  ) {
    const { bridge, dialogs } = context;
    const place = placeOf(change);
    this.setting = new Setting(parent).setName(place).setDesc(summaryOf(change));
    this.state = this.setting.infoEl.createDiv({ cls: 'cli-bridge-state' });
    this.setting
      .addButton((button) => {
        nameControl(button.buttonEl, `Show the change of ${place}`);
        this.show = button
          .setButtonText('Show')
          .onClick(() => dialogs.show(new ChangeModal(dialogs, bridge, change)));
      })
      .addButton((button) => {
        nameControl(button.buttonEl, `Undo the change of ${place}`);
        this.undo = button.setButtonText('Undo').onClick(() => undo(bridge, [change]));
      });
  }

  get element(): HTMLElement {
    return this.setting.settingEl;
  }

  /** Updates whether the change can be undone. */
  async drawState(): Promise<void> {
    const { change, context } = this;
    const state = await context.bridge.changes.stateOf(change);
    this.state.setText(stateInWords(state, change));
    const button = this.undo?.buttonEl;
    // A hidden button can't keep the focus.
    if (state !== 'undoable' && button && button === button.ownerDocument.activeElement)
      this.show?.buttonEl.focus();
    button?.toggle(state === 'undoable');
  }
}
