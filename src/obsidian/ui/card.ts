import { Setting } from 'obsidian';

/** A card for rows, as the settings of the app have them. @returns where the rows go */
export function addCard(parent: HTMLElement, heading = ''): HTMLElement {
  const group = parent.createDiv({ cls: 'setting-group' });
  if (heading !== '') new Setting(group).setName(heading).setHeading();
  return group.createDiv({ cls: 'setting-items' });
}
