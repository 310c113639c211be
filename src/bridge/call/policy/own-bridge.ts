import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import { BRIDGE_ID } from '../../commands/policy/policy';
import { BridgeError } from '../../errors';
import { plainName } from '../../text/similar-names';

/** @throws BridgeError `bridge_protected` if the call {@link harmsBridge} */
export function requireHarmless(command: Command, call: CommandLine): void {
  if (harmsBridge(command, call)) throw BridgeError.of('bridge_protected', { command: command.name });
}

/**
 * Whether the call would disable, remove, replace or reload the bridge that runs it. Because the arguments of `remove` and
 * `uninstall` are undocumented, any argument that names the bridge counts, regardless of case and spaces.
 */
export function harmsBridge(
  command: Command,
  { words, parameters, flags }: Pick<CommandLine, 'words' | 'parameters' | 'flags'>,
): boolean {
  if (!command.canHarmBridge) return false;
  return [...words, ...parameters.keys(), ...parameters.values(), ...flags].some(namesBridge);
}

const PLAIN_ID = plainName(BRIDGE_ID);

/** Whether the text is, or contains, the bridge's id. */
function namesBridge(text: string): boolean {
  const composed = text.normalize('NFKC');
  return [composed, ...composed.split(/[^\p{L}\p{N}_-]+/u)].some((id) => plainName(id) === PLAIN_ID);
}
