import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/bridge/settings';
import { built } from './built';
import { Client } from './http-client';
import { residentStandIn } from './resident-stand-in';
import { copySampleVault } from './sample-vault';
import { StandaloneHost } from './standalone-host';

const KEY = 'the-key-of-the-contract';

/**
 * Whether the contract is tested on a bridge that somebody else runs: set BRIDGE_URL to its base address and BRIDGE_KEY
 * to its API key, for example to try the bridge inside the real app. Then only the tests run that are safe for a vault
 * in use: they read, and create, append to and delete one note with a name of its own. Everything else is skipped.
 */
const foreignUrl = (process.env['BRIDGE_URL'] ?? '').replace(/\/$/, '');
export const isForeign = foreignUrl !== '';

/** What the contract is tested on. */
export interface ContractTarget {
  readonly client: Client;
  /** The vault's folder; only of a bridge of our own. */
  readonly vault: string;
  readonly vaultName: string;
  /** TestScope what was started; a foreign bridge is left as it is. */
  close(): Promise<void>;
}

/**
 * Opens the target of this test file: a standalone host with the resident stand-in over a copy of the sample vault, or a foreign one.
 * @param settings of a host of our own
 */
export async function openTarget(settings: Partial<Settings> = {}): Promise<ContractTarget> {
  if (isForeign) {
    const client = new Client(foreignUrl, process.env['BRIDGE_KEY'] ?? '');
    return { client, vault: '', vaultName: '', close: async () => undefined };
  }
  const ends: (() => unknown)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-contract-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const vaultName = 'Sample Vault';
  const vault = join(folder, vaultName);
  copySampleVault(vault);
  const settingsFile = join(folder, 'settings.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  const scope = { onTestFinished: (end: () => unknown) => void ends.push(end) };
  const { program } = await residentStandIn(scope, { OBSIDIAN_STANDIN_VAULTS: vault });
  const host = StandaloneHost.start(scope, built, [
    ...['--port', '0', '--api-key', KEY],
    ...['--settings', settingsFile, '--cli', program.file],
  ]);
  const close = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
  };
  return { client: await host.client(KEY), vault, vaultName, close };
}
