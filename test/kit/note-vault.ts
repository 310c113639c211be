import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach } from 'vitest';
import { platformOf } from '../../src/bridge/cli/platform';
import type { Platform } from '../../src/bridge/cli/platform';
import type { ChangeList } from '../../src/bridge/notes/changes/change-list';
import { openFolder } from '../../src/bridge/notes/file-store';
import type { BridgePorts } from '../../src/bridge/ports';
import type { Settings } from '../../src/bridge/settings';
import { serve } from './bridge';
import type { Served } from './bridge';
import { NoteFolder } from './note-folder';
import { residentVault } from './resident-stand-in';
import type { ResidentStandIn } from './resident-stand-in';
import { groupScope } from './test-scope';
import type { TestScope } from './test-scope';

const HERE = platformOf('linux');
/** The rules of each platform for a call of the program, on the system of the test. */
export const PLATFORMS = {
  linux: HERE,
  macos: { ...HERE, requestLimit: 8_000 },
  windows: { ...HERE, requestLimit: 3_500, encodesLineBreaks: true },
} as const satisfies Record<string, Platform>;

export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[];

/** A bridge over a vault, whose program is the {@link ResidentStandIn}. */
export interface NoteVault extends Served {
  readonly folder: string;
  readonly standIn: ResidentStandIn;
  /** The notes of the vault, if it is that of the host. */
  readonly notes: NoteFolder;
  /** The text of a note; undefined if there is none. */
  readonly text: (path: string) => Promise<string | undefined>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** The commands that the program was called with since this was last read, without the bridge's own. */
  readonly commands: () => readonly string[];
}

/**
 * Serves a copy of the sample vault.
 * @param requestLimit less than the platform's, so that short texts do not fit
 * @param store where the notes can be reached: `own` as in the plugin's vault, `folders` as in the standalone host, or nowhere
 */
export async function serveNotes(
  test: TestScope,
  {
    platform = 'linux',
    requestLimit = PLATFORMS[platform].requestLimit,
    store = 'none',
    switches = {},
    settings = {},
    changes,
    ports = {},
    report,
  }: {
    readonly platform?: PlatformName;
    readonly requestLimit?: number;
    readonly store?: 'own' | 'folders' | 'none';
    readonly switches?: Readonly<Record<string, string>>;
    readonly settings?: Partial<Settings>;
    readonly changes?: ChangeList;
    /** What else the host provides. */
    readonly ports?: Partial<BridgePorts>;
    /** Takes unexpected errors, which fail the test otherwise. */
    readonly report?: (message: string) => void;
  } = {},
): Promise<NoteVault> {
  const { standIn, vault: folder } = await residentVault(test, {
    OBSIDIAN_STANDIN_REQUEST_LIMIT: platform,
    ...switches,
  });
  const notes = new NoteFolder(folder);
  const isHost = store === 'own';
  const host = isHost && { hostVault: 'sample-vault', notes };
  const served = await serve(
    test,
    {
      program: standIn.program,
      platform: { ...PLATFORMS[platform], requestLimit },
      ...host,
      ...(store === 'folders' && { openFolder }),
      ...(changes && { changes }),
      ...(report && { report }),
      ...ports,
    },
    // A vault that is named is not asked for, so that tests can count processes.
    { ...(!isHost && { defaultVault: 'sample-vault' }), ...settings },
  );
  await served.client.get('vault');
  let seen = standIn.calls.length;
  return {
    ...served,
    folder,
    standIn,
    notes,
    text: (path) => readFile(join(folder, path), 'utf8').catch(() => undefined),
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    commands: () => {
      const since = standIn.calls.slice(seen);
      seen = standIn.calls.length;
      return since.map(({ command }) => command);
    },
  };
}

/**
 * One vault for all tests of the file, or of the `describe`, that calls this at its top. Before each test the program and the
 * notes no longer fail, and the commands of the test before are cleared; notes, settings and changes stay.
 */
export function useNotes(options: Parameters<typeof serveNotes>[1] = {}): () => NoteVault {
  const scope = groupScope();
  let vault: NoteVault | undefined;
  beforeAll(async () => {
    vault = await serveNotes(scope, options);
  });
  beforeEach(() => {
    if (!vault) return;
    vault.standIn.answering = (_call, work) => work();
    vault.standIn.isSwitchedOff = false;
    vault.notes.failure = undefined;
    vault.commands();
  });
  return () => {
    if (!vault) throw new Error('The vault is served before the tests run.');
    return vault;
  };
}
