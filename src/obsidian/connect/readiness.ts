import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';

/** What keeps clients from connecting now, and what the user can do about it. */
export interface Obstacle {
  readonly sentence: string;
  /** Absent if the user can only wait. */
  readonly remedy?: { readonly label: string; readonly apply: () => Promise<void> };
}

/** Why the server's address can't be used; another program may be there. @returns undefined while the server runs */
export function addressObstacle({ server }: Pick<BridgeController, 'server'>): Obstacle | undefined {
  const { state } = server;
  switch (state.kind) {
    case 'starting':
      return { sentence: 'The server is starting…' };
    case 'stopped':
      return { sentence: 'The server is stopped.', remedy: { label: 'Start', apply: () => server.start() } };
    case 'failed':
      return {
        sentence: `The server isn't running. ${state.reason}`,
        remedy:
          state.freePort === undefined
            ? { label: 'Start', apply: () => server.start() }
            : { label: `Use port ${state.freePort}`, apply: () => server.useFreePort() },
      };
    case 'running':
      return undefined;
  }
}

/** What keeps the server from running commands. @returns undefined if nothing does */
export function serverObstacle(bridge: Pick<BridgeController, 'server' | 'program'>): Obstacle | undefined {
  const { program } = bridge;
  const { state, problem, hint } = program.status;
  const obstacle = addressObstacle(bridge);
  if (obstacle) return obstacle;
  if (state === 'checking') return { sentence: 'Looking for the Obsidian CLI…' };
  if (problem === '') return undefined;
  return {
    sentence: `${problem} ${hint}`,
    remedy: { label: 'Check again', apply: () => program.lookAgain() },
  };
}

/** What keeps a client of this interface from connecting. @returns undefined if nothing does */
export function obstacleFor(
  through: 'rest' | 'mcp',
  bridge: Pick<BridgeController, 'settings' | 'server' | 'program'>,
): Obstacle | undefined {
  const { settings } = bridge;
  const key = through === 'rest' ? 'restEnabled' : 'mcpEnabled';
  if (settings.current[key]) return serverObstacle(bridge);
  return {
    sentence: `"${SETTING_LABELS[key]}" is off.`,
    remedy: { label: 'Turn it on', apply: () => settings.change({ [key]: true }) },
  };
}
