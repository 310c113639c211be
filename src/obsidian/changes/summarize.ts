import { normalizePath, Notice } from 'obsidian';
import type { App } from 'obsidian';
import { OWNER, OWNER_NAME } from '../../bridge/key-records';
import { dayOf, changesSummary } from '../../bridge/notes/changes/summary';
import type { BridgeController } from '../bridge-controller';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Puts a summary of what clients changed in the last seven days into the open note, or into a new one. */
export async function summarizeWeek(app: App, { changes }: Pick<BridgeController, 'changes'>): Promise<void> {
  const since = new Date(Date.now() - WEEK_MS).toISOString();
  const found = changes.list(OWNER).filter(({ clientId, time }) => clientId !== OWNER_NAME && time >= since);
  if (found.length === 0) {
    new Notice('Clients changed nothing in the last seven days.');
    return;
  }
  const summary = `${changesSummary(found)}\n`;
  const editor = app.workspace.activeEditor?.editor;
  if (editor) editor.replaceSelection(summary);
  else await app.workspace.openLinkText(await newNote(app, summary), '');
}

/** @returns the path of the note */
async function newNote(app: App, text: string): Promise<string> {
  const folder = app.fileManager.getNewFileParent('').path;
  const name = `${folder}/Changes by clients ${dayOf(new Date().toISOString())}`;
  for (let number = 1; ; number += 1) {
    const path = normalizePath(`${name}${number === 1 ? '' : ` ${number}`}.md`);
    if (app.vault.getAbstractFileByPath(path)) continue;
    await app.vault.create(path, text);
    return path;
  }
}
