import { isAllDangerous } from '../bridge/commands/policy/ask-first';
import type { SettingKey } from '../bridge/settings';
import type { settingProblem } from '../bridge/settings-schema';
import type { BridgeController } from './bridge-controller';
import {
  addressProblem,
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

/** Checks values that a user enters before they are saved. */
export class SettingChecks {
  constructor(
    private readonly bridge: Pick<BridgeController, 'commands' | 'server' | 'settings'>,
    private readonly schemaProblem: typeof settingProblem,
    private readonly programAnswers: (path: string) => Promise<boolean>,
  ) {}

  /** @returns a sentence that says what is wrong with the value, or undefined */
  async problemOf(key: SettingKey, value: unknown): Promise<string | undefined> {
    return (await this.specificProblem(key, value)) ?? this.schemaProblem(key, value);
  }

  private async specificProblem(key: SettingKey, value: unknown): Promise<string | undefined> {
    switch (key) {
      case 'port':
        return portProblem(value) ?? (await this.takenPortProblem(value as number));
      case 'bindAddress':
        return addressProblem(value);
      case 'timeoutSeconds':
        return timeoutProblem(value);
      case 'defaultVault':
        return vaultNameProblem(value);
      case 'cliPath':
        return programPathProblem(value, process.platform) ?? (await this.programProblem(value as string));
      case 'allowedCommands':
      case 'blockedCommands':
      case 'trustedCommands':
        return patternsProblem(value, this.bridge.commands);
      case 'askFirst':
        return patternsProblem(withoutAllDangerous(value), this.bridge.commands);
      case 'allowedVaults':
        return vaultNamesProblem(value);
      case 'corsOrigins':
        return originsProblem(value);
      case 'allowedHosts':
        return hostsProblem(value);
      case 'startOnLoad':
      case 'restEnabled':
      case 'mcpEnabled':
      case 'readOnly':
      case 'allowDangerousCommands':
      case 'corsEnabled':
        return undefined;
    }
  }

  private async takenPortProblem(port: number): Promise<string | undefined> {
    const { server, settings } = this.bridge;
    const isOwn = (server.kind === 'running' || server.kind === 'starting') && settings.port === port;
    return isOwn ? undefined : freePortProblem(settings.bindAddress, port);
  }

  private async programProblem(path: string): Promise<string | undefined> {
    if (path === '' || path === this.bridge.settings.cliPath || (await this.programAnswers(path)))
      return undefined;
    return "The program at this path doesn't respond like Obsidian's command line tool, so the path wasn't saved.";
  }
}

/** The entries that name commands. */
function withoutAllDangerous(value: unknown): unknown {
  const isName = (entry: unknown): boolean => typeof entry !== 'string' || !isAllDangerous(entry);
  return Array.isArray(value) ? value.filter(isName) : value;
}
