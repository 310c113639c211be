import type { ButtonComponent, Setting } from 'obsidian';
import type { PauseControl } from '../bridge-controller';
import { nameControl } from '../ui/accessible-name';

/** Says in a client's row that the client is paused, and adds a button that resumes it. @returns a function that redraws both */
export function addPauseState(
  setting: Setting,
  paused: PauseControl,
  { id, name }: { readonly id: string; readonly name: string },
): () => void {
  const state = setting.infoEl.createDiv({
    cls: ['cli-bridge-state', 'mod-problem'],
    text: 'Paused: calls that need your approval are refused.',
  });
  let resume: ButtonComponent | undefined;
  setting.addButton((button) => {
    nameControl(button.buttonEl, `Resume ${name}`);
    resume = button.setButtonText('Resume').onClick(() => paused.resume(id));
  });
  return () => {
    state.toggle(paused.has(id));
    resume?.buttonEl.toggle(paused.has(id));
  };
}
