import { isAllDangerous } from '../bridge/commands/policy/ask-first';
import type { BridgeController } from './bridge-controller';
import type { PluginProgram } from './plugin-program';
import { freePortProblem, patternsProblem, portProblem, programPathProblem } from './setting-rules';

/** What the checks look at. */
export interface CheckedBridge extends Pick<BridgeController, 'settings' | 'server'> {
  readonly program: Pick<PluginProgram, 'commands' | 'isAt'>;
}

/** Checks that the server could listen on this port. @returns what is wrong with it, as a sentence, or undefined */
export async function checkPort(
  value: unknown,
  { server: { state }, settings: { current } }: CheckedBridge,
): Promise<string | undefined> {
  const malformed = portProblem(value);
  if (malformed !== undefined) return malformed;
  const port = value as number;
  const isOwn = (state.kind === 'running' || state.kind === 'starting') && current.port === port;
  return isOwn ? undefined : freePortProblem(current.bindAddress, port);
}

/** Checks that the CLI is at this path. @returns what is wrong with it, as a sentence, or undefined */
export async function checkCliPath(
  value: unknown,
  { program, settings }: CheckedBridge,
): Promise<string | undefined> {
  const malformed = programPathProblem(value, process.platform);
  if (malformed !== undefined) return malformed;
  const path = value as string;
  if (path === '' || path === settings.current.cliPath || (await program.isAt(path))) return undefined;
  return "The program at this path doesn't respond like the Obsidian CLI, so the path wasn't saved.";
}

/** Checks that each entry names a command. @returns what is wrong with it, as a sentence, or undefined */
export function checkCommands(value: unknown, { program }: CheckedBridge): string | undefined {
  return patternsProblem(value, program.commands);
}

/** Checks the same of the entries that are not "all dangerous ones". */
export function checkAskFirst(value: unknown, bridge: CheckedBridge): string | undefined {
  const isName = (entry: unknown): boolean => typeof entry !== 'string' || !isAllDangerous(entry);
  return checkCommands(Array.isArray(value) ? value.filter(isName) : value, bridge);
}
