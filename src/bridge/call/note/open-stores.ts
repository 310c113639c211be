import { VAULT_NOT_FOUND } from '../../cli/program-messages';
import { BridgeError } from '../../errors';
import type { NoteStep } from '../../notes/made-change';
import { noAnswer, RemoteStore } from '../../notes/remote-store';
import type { RemoteAccess } from '../../notes/remote-store';
import type { Call } from '../call';
import { requireWorking } from '../run-program';

/**
 * Opens the notes of another vault in the turn of a call, which takes a process. They are closed when that turn ends.
 * @throws BridgeError `no_store`; `vault_not_found`; what the settings of the vault do not allow
 */
export async function openRemote(call: Call, vault: string): Promise<RemoteStore> {
  const store = new RemoteStore(vault);
  await open(call, store);
  return store;
}

/**
 * Like {@link openRemote}, for a change that the program can make, too.
 * @returns undefined if the bridge of the vault does not serve its notes
 */
export async function openIfServed(call: Call, vault: string): Promise<RemoteStore | undefined> {
  try {
    return await openRemote(call, vault);
  } catch (error) {
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}

/** Opens the stores of steps that were made in other vaults, like {@link openRemote}. */
export async function openStores(call: Call, steps: readonly NoteStep[]): Promise<void> {
  for (const { store } of steps) if (store instanceof RemoteStore && store.isClosed) await open(call, store);
}

/** Closes what a call has opened. Need not be waited for. */
export function closeStores(call: Call): void {
  for (const store of call.opened) void store.close();
}

async function open(call: Call, store: RemoteStore): Promise<void> {
  const { access } = call.opened.find(({ vault }) => vault === store.vault) ?? {};
  call.opened.push(store);
  await store.open(access ?? (await accessTo(call, store.vault)));
}

async function accessTo(call: Call, vault: string): Promise<RemoteAccess> {
  const served = await call.cliIn(vault).served();
  if (served === 'no_vault') {
    throw BridgeError.of('vault_not_found', {}).asRun({ stderr: VAULT_NOT_FOUND });
  }
  if (!served) {
    await requireWorking(call);
    throw noAnswer();
  }
  const undone = call.changesToUndo.flatMap(({ takesCommands }) => takesCommands);
  const commands = [...new Set([call.command.name, ...undone])];
  return { ...served, commands, stopped: call.context.stopped };
}
