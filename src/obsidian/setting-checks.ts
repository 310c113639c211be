import type { SettingKey } from '../bridge/settings';
import type { settingProblem } from '../bridge/settings-schema';
import type { Host } from './host';
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
} from './setting-rules';

/** Says what is wrong with a value that somebody enters, before it is stored. */
export class SettingChecks {
  constructor(
    private readonly host: Pick<Host, 'commands' | 'server' | 'settings'>,
    private readonly schemaProblem: typeof settingProblem,
    private readonly programAnswers: (path: string) => Promise<boolean>,
  ) {}

  /** A sentence, or undefined when the value is fine. */
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
        return patternsProblem(value, this.host.commands);
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
    const { server, settings } = this.host;
    const isOwn = (server.kind === 'running' || server.kind === 'starting') && settings.port === port;
    return isOwn ? undefined : freePortProblem(settings.bindAddress, port);
  }

  private async programProblem(path: string): Promise<string | undefined> {
    if (path === '' || path === this.host.settings.cliPath || (await this.programAnswers(path)))
      return undefined;
    return 'Nothing at this path answers like the command line program, so it was not stored.';
  }
}
