import { Notice } from 'obsidian';
import type { App } from 'obsidian';
import { isHost } from '../../bridge/call/vault/vault-choice';
import { freePath } from '../../bridge/notes/free-path';
import { SETTING_LABELS } from '../../bridge/settings';
import { AppStore } from '../app-store';
import type { BridgeController } from '../bridge-controller';

/** Where a new guide is, unless the setting names another place. */
const USUAL_PATH = 'Agents.md';

/** What a new guide says, for the person to complete. */
const TEMPLATE = `# Guide for agents

AI agents are told to read this note before their first change in this vault. Replace what is in brackets, and delete what you do not need.

## What this vault is for

- [One sentence about me and these notes.]

## Folders

- New notes go into [Inbox], unless I say where.
- [Projects] has one folder for each project.
- [Archive] is for what is done. Move a note there only if I ask.

## Tags

- Use tags that exist. Ask me before you make a new one.
- [#project/name] marks the notes of a project.

## Names and links

- Name a note [in plain words, without a date].
- Name a note of a meeting [2026-01-31 Topic].
- Link to a note where you mention it.

## Writing

- Write in [English].
- Add below the heading that fits, and leave other lines as they are.
- Keep the properties that a note has.

## Never touch

- [Templates], [Private]
- Never delete a note unless I name it.
`;

/**
 * Opens the note with the user's rules for agents. If there is none, it is created from a template and set as the guide. An
 * existing note is never written to.
 */
export async function writeGuide(app: App, { settings, vaultName }: BridgeController): Promise<void> {
  const { guideNote, defaultVault } = settings.current;
  if (defaultVault !== '' && !isHost(defaultVault, { name: vaultName })) {
    new Notice(`Clients work in the vault ${defaultVault}. Write the guide there.`);
    return;
  }
  if (guideNote !== '' && app.vault.getFileByPath(guideNote)) return open(app, guideNote);
  const store = new AppStore(app);
  try {
    const path =
      guideNote === '' ? (await freePath(store, USUAL_PATH, { overwrite: false })).path : guideNote;
    if (!(await store.create(path, TEMPLATE))) throw new Error('The path is taken.');
    await settings.change({ guideNote: path });
    await open(app, path);
  } catch {
    new Notice(
      `The guide wasn't created. Check the path under "${SETTING_LABELS.guideNote}" in the settings.`,
    );
  }
}

async function open({ vault, workspace }: App, path: string): Promise<void> {
  const file = vault.getFileByPath(path);
  if (file) await workspace.getLeaf('tab').openFile(file);
}
