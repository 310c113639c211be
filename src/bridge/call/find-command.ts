import { BridgeError, hintFor } from '../errors';
import { CLI_DECIDES } from '../settings';
import { SHORT_CHARS } from './input/bounds';
import { checkVault } from './input/check-input';
import { defaultVault, isAllowed, refuseAmbiguous } from './vault/vault-choice';
import type { Command } from '../commands/catalogue/command';
import { shorten } from '../text/printable';
import type { Call } from './call';

/**
 * Finds the command by name: first among the known commands, then in the app's current list, then in that of the call's vault.
 * @throws BridgeError `unknown_command`; `cli_not_found` or `cli_not_answering` if the command may exist
 */
export async function findCommand(call: Call): Promise<void> {
  if (call.name.length > SHORT_CHARS) throw unknown(call, shorten(call.name, SHORT_CHARS), []);
  call.command = known(call) ?? (await findElsewhere(call));
}

/** The known command of this name; for a forgiving source, in any spelling. */
function known({ name, context: { catalogue }, source }: Call): Command | undefined {
  return catalogue.get(name) ?? (source.forgiving && catalogue.named(name));
}

async function findElsewhere(call: Call): Promise<Command> {
  const { client, catalogue } = call.context;
  const name = call.source.forgiving ? call.name.trim() : call.name;
  // The lookup may have refreshed the list, so try the known names again.
  const found = (await catalogue.find(name)) ?? known(call);
  if (found) return found;
  await client.requireProgram();
  const vault = await otherVault(call);
  const ofVault = vault === undefined ? undefined : await findIn(call, vault, name);
  if (ofVault) return ofVault;
  const { state, problem, hint } = client.status();
  if (!catalogue.canTell(vault) || state !== 'available') {
    const why = problem === '' ? {} : { problem, hint };
    throw BridgeError.of('cli_not_answering', { command: name, retryAfter: 5, ...why });
  }
  throw unknown(call, name, catalogue.suggest(name, vault));
}

function unknown({ context, caller }: Call, command: string, suggestions: readonly string[]): BridgeError {
  context.log.refuse('unknown_command', caller);
  const meant = suggestions.length === 0 ? '' : `Did you mean ${suggestions.join(', ')}? `;
  const hint = meant + hintFor('unknown_command', { interface: caller.interface });
  return BridgeError.of('unknown_command', { command, hint });
}

async function findIn(
  { context: { catalogue }, source }: Call,
  vault: string,
  name: string,
): Promise<Command | undefined> {
  const exact = await catalogue.find(name, vault);
  return exact ?? (source.forgiving && catalogue.named(name, vault));
}

/** The vault that the call names, if it is not the default one and the caller may know its commands. */
async function otherVault(call: Call): Promise<string | undefined> {
  const { settings, context, caller } = call;
  const vault = await namedVault(call);
  const isDefault = vault === undefined || vault === defaultVault(settings, context.hostVault);
  if (isDefault || vault === CLI_DECIDES || !isAllowed(vault, call.vaultRules)) return undefined;
  const isLimited = caller.key.scope?.vaults !== undefined;
  return isLimited && !(await isSurelyAllowed(vault, call)) ? undefined : vault;
}

/** The vault that the call names; undefined if the call cannot be read. */
async function namedVault(call: Call): Promise<string | undefined> {
  try {
    const { vault } = await call.read();
    call.caller.requireAccess();
    return checkVault(vault);
  } catch (error) {
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}

/** Whether the key covers this very vault, and not just a name that several vaults share. */
function isSurelyAllowed(vault: string, { context, caller, vaultRules }: Call): Promise<boolean> {
  const { client, vaults } = context;
  return client.inTurn({ gone: caller.gone, client: caller.key.id }, async (turn) => {
    try {
      return await refuseAmbiguous(vault, (wanted) => vaults.list(wanted, turn), vaultRules);
    } catch (error) {
      if (error instanceof BridgeError) return false;
      throw error;
    }
  });
}
