import { delimiter, join } from 'node:path';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { writeProgram } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { NoteFolder, openFolder } from '../kit/note-folder';
import { built } from '../kit/built';
import { PLATFORMS } from '../kit/note-vault';
import type { PlatformName } from '../kit/note-vault';
import { residentStandIn } from '../kit/resident-stand-in';
import type { ResidentStandIn } from '../kit/resident-stand-in';
import { sampleVault } from '../kit/sample-vault';
import type { ScriptedApprovals } from '../kit/scripted-approvals';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { Scene } from './scene';

type Settings = NonNullable<Parameters<typeof serve>[2]>;
type Ports = Parameters<typeof serve>[1];

const NOW = '2025-11-20T10:00:00';

/** A recorded bridge over two vaults, `first` and `second`. */
export interface Host extends Served {
  readonly scene: Scene;
  readonly standIn: ResidentStandIn;
  readonly notes: NoteFolder;
  readonly folders: { readonly first: string; readonly second: string };
}

/**
 * @param store where the notes of the first vault can be reached: `own` as in the plugin's vault, `folders` as in the
 * standalone host, which reaches both, or nowhere
 */
export async function openHost(
  test: TestScope,
  title: string,
  {
    store = 'own',
    platform = 'linux',
    settings = {},
    ports = {},
    switches = {},
    person,
  }: {
    readonly store?: 'own' | 'folders' | 'none';
    readonly platform?: PlatformName;
    readonly settings?: Settings;
    readonly ports?: Ports;
    readonly switches?: Readonly<Record<string, string>>;
    readonly person?: ScriptedApprovals;
  } = {},
): Promise<Host> {
  const folders = { first: await sampleVault(test, 'first'), second: await sampleVault(test, 'second') };
  const standIn = await residentStandIn(test, {
    OBSIDIAN_STANDIN_VAULTS: Object.values(folders).join(delimiter),
    OBSIDIAN_STANDIN_VAULT_IDS: '1111111111111111,2222222222222222',
    OBSIDIAN_STANDIN_NOW: NOW,
    OBSIDIAN_STANDIN_REQUEST_LIMIT: platform,
    OBSIDIAN_STANDIN_EXTRA_COMMANDS: '{"dataview:refresh":"Refresh all views"}',
    ...switches,
  });
  const notes = new NoteFolder(folders.first);
  const audited: unknown[] = [];
  const reports: string[] = [];
  const served = await serve(
    test,
    {
      program: standIn.program,
      platform: PLATFORMS[platform],
      ...(store === 'own' && { hostVault: 'first', hostVaultId: '1111111111111111', notes }),
      ...(store === 'folders' && { openFolder }),
      ...(person && { approvals: person }),
      audit: (entry: unknown) => void audited.push(entry),
      report: (message: string) => void reports.push(message.replace(/\n[^]*/, '')),
      ...ports,
    },
    { ...(store !== 'own' && { defaultVault: 'first' }), ...settings },
  );
  await served.client.get('vault');
  await until('the program is recognized', () => served.bridge.status().cli.recognized);
  let [seen, asked] = [standIn.calls.length, 0];
  audited.length = 0;
  const events = () => {
    const processes = standIn.calls.slice(seen).map(({ argv }) => argv.map((word) => word.slice(0, 300)));
    const questions = person?.asked.slice(asked).map(({ request }) => request) ?? [];
    [seen, asked] = [standIn.calls.length, asked + questions.length];
    return { processes, questions, audited: audited.splice(0), reports: reports.splice(0) };
  };
  return {
    ...served,
    scene: new Scene(title, { client: served.client, folders, events }),
    standIn,
    notes,
    folders,
  };
}

/** Adds what the log of the bridge has of all that was called. */
export function endScene({ scene, bridge }: Pick<Host, 'scene' | 'bridge'>): void {
  scene.add('the log', { calls: bridge.log.list(), refused: bridge.log.listRefused() });
}

/** The stand-in as a program of its own, a process for each call, over one vault and with these switches. */
export async function switchedStandIn(
  test: TestScope,
  switches: Readonly<Record<string, string>>,
): Promise<{
  readonly program: { file: string; leadingArguments: readonly string[] };
  readonly folder: string;
}> {
  const folder = await sampleVault(test, 'first');
  const file = join(await makeFolder(test), 'obsidian');
  const all = { VAULTS: folder, VAULT_IDS: '1111111111111111', NOW, ...switches };
  const lines = Object.entries(all).map(([name, value]) => `export OBSIDIAN_STANDIN_${name}='${value}'`);
  writeProgram(
    file,
    ['#!/bin/sh', ...lines, `exec '${process.execPath}' '${built.standIn}' "$@"`, ''].join('\n'),
  );
  return { program: { file, leadingArguments: [] }, folder };
}
