import { isAllDangerous } from '../bridge/commands/policy/ask-first';
import type { SettingKey } from '../bridge/settings';
import { settingProblem } from '../bridge/parse-settings';
import type { BridgeController } from './bridge-controller';
import type { PluginProgram } from './plugin-program';
import {
  addressProblem,
  folderProblem,
  freePortProblem,
  hostsProblem,
  originsProblem,
  patternsProblem,
  portProblem,
  programPathProblem,
  timeoutProblem,
  vaultNameProblem,
  vaultNamesProblem,
} from './setting-rules';

/** What the checks look at. */
interface CheckedBridge extends Pick<BridgeController, 'settings' | 'server'> {
  readonly program: Pick<PluginProgram, 'commands' | 'isAt'>;
}

/** Checks a value from the user before it is saved. @returns what is wrong with it, as a sentence, or undefined */
export async function checkSetting(
  bridge: CheckedBridge,
  key: SettingKey,
  value: unknown,
): Promise<string | undefined> {
  return (await specificProblem(bridge, key, value)) ?? settingProblem(key, value);
}

async function specificProblem(
  bridge: CheckedBridge,
  key: SettingKey,
  value: unknown,
): Promise<string | undefined> {
  switch (key) {
    case 'port':
      return portProblem(value) ?? (await takenPortProblem(bridge, value as number));
    case 'bindAddress':
      return addressProblem(value);
    case 'timeoutSeconds':
      return timeoutProblem(value);
    case 'defaultVault':
      return vaultNameProblem(value);
    case 'cliPath':
      return programPathProblem(value, process.platform) ?? (await programProblem(bridge, value as string));
    case 'allowedCommands':
    case 'blockedCommands':
    case 'trustedCommands':
      return patternsProblem(value, bridge.program.commands);
    case 'askFirst':
      return patternsProblem(withoutAllDangerous(value), bridge.program.commands);
    case 'allowedVaults':
      return vaultNamesProblem(value);
    case 'corsOrigins':
      return originsProblem(value);
    case 'allowedHosts':
      return hostsProblem(value);
    case 'promptsFolder':
      return folderProblem(value);
    case 'startOnLoad':
    case 'restEnabled':
    case 'mcpEnabled':
    case 'readOnly':
    case 'allowDangerousCommands':
    case 'corsEnabled':
    case 'changeNotices':
      return undefined;
  }
}

async function takenPortProblem(
  { server: { state }, settings: { current } }: CheckedBridge,
  port: number,
): Promise<string | undefined> {
  const isOwn = (state.kind === 'running' || state.kind === 'starting') && current.port === port;
  return isOwn ? undefined : freePortProblem(current.bindAddress, port);
}

async function programProblem(
  { program, settings }: CheckedBridge,
  path: string,
): Promise<string | undefined> {
  if (path === '' || path === settings.current.cliPath || (await program.isAt(path))) return undefined;
  return "The program at this path doesn't respond like the Obsidian CLI, so the path wasn't saved.";
}

/** The entries that name commands. */
function withoutAllDangerous(value: unknown): unknown {
  const isName = (entry: unknown): boolean => typeof entry !== 'string' || !isAllDangerous(entry);
  return Array.isArray(value) ? value.filter(isName) : value;
}
