import { Notice } from 'obsidian';
import type { App } from 'obsidian';
import { DELETIONS } from '../../bridge/notes/changes/change';
import type { ChangedNote, KeptChange } from '../../bridge/notes/changes/change';
import { closeSettings } from '../app-settings';

/** The note of a change that can be opened: it is in this vault, and the change left it there. */
export function openableNote({ notes: [note] }: KeptChange): ChangedNote | undefined {
  const isThere = note && !note.isElsewhere && note.isFolder !== true && !(note.action in DELETIONS);
  return isThere ? note : undefined;
}

/** Opens a note, unless it no longer exists. */
export async function openNote(app: App, path: string): Promise<void> {
  // The app would create it.
  if (!app.vault.getFileByPath(path)) {
    new Notice('This note no longer exists.');
    return;
  }
  closeSettings(app);
  await app.workspace.openLinkText(path, '');
}
