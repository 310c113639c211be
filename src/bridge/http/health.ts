import type { CliStatus } from '../cli/program-status';
import { BRIDGE_ID } from '../commands/policy/policy';
import type { Health } from './response-schemas';
import type { Address } from './address';
import type { Settings } from '../settings';

/**
 * The health document. `app`, `version`, `cli.state` and `server.vault` tell a client which
 * bridge answers.
 * @param version the bridge's own
 * @param vault the one that the host runs in
 * @param listening absent before the server listens
 */
export function healthDocument(
  version: string,
  vault: string | undefined,
  settings: Settings,
  cli: CliStatus,
  listening: Address | undefined,
): Health {
  return {
    status: 'ok',
    app: BRIDGE_ID,
    version,
    cli: {
      available: cli.state === 'available',
      version: cli.version,
      binaryPath: cli.path,
      state: cli.state,
      ...(cli.problem !== '' && { problem: cli.problem, hint: cli.hint }),
    },
    server: {
      port: listening?.port ?? settings.port,
      bindAddress: listening?.address ?? settings.bindAddress,
      restEnabled: settings.restEnabled,
      mcpEnabled: settings.mcpEnabled,
      vault: vault ?? '',
    },
  };
}
