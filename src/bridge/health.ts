import type { BridgeStatus } from './bridge';
import { BRIDGE_ID } from './commands/policy';
import type { Settings } from './settings';

interface HealthFacts {
  readonly version: string;
  readonly settings: Settings;
  readonly status: BridgeStatus;
  readonly vault: string | undefined;
}

/** The health document (§2.2). `app`, `version`, `cli.state` and `server.vault` are additions: they tell who answers. */
export function healthDocument({ version, settings, status, vault }: HealthFacts) {
  return {
    status: 'ok',
    app: BRIDGE_ID,
    version,
    cli: {
      available: status.cli.state === 'available',
      version: status.cli.version,
      binaryPath: status.cli.path,
      state: status.cli.state,
    },
    server: {
      port: status.listening?.port ?? settings.port,
      bindAddress: status.listening?.address ?? settings.bindAddress,
      restEnabled: settings.restEnabled,
      mcpEnabled: settings.mcpEnabled,
      vault: vault ?? '',
    },
  };
}
