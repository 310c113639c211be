import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';

/** What keeps clients from connecting now, and what the user can do about it. */
export interface Obstacle {
  readonly sentence: string;
  /** Absent while waiting is all there is to do. */
  readonly remedy?: { readonly label: string; readonly apply: () => Promise<void> };
}

/** Why nothing may be told about the server's address: another program may be there. @returns undefined while the server runs */
export function addressObstacle(bridge: BridgeController): Obstacle | undefined {
  const { server } = bridge;
  switch (server.kind) {
    case 'starting':
      return { sentence: 'The server is starting…' };
    case 'stopped':
      return { sentence: 'The server is stopped.', remedy: { label: 'Start', apply: () => bridge.start() } };
    case 'failed':
      return {
        sentence: `The server isn't running. ${server.reason}`,
        remedy:
          server.freePort === undefined
            ? { label: 'Start', apply: () => bridge.start() }
            : { label: `Use port ${server.freePort}`, apply: () => bridge.useFreePort() },
      };
    case 'running':
      return undefined;
  }
}

/** What keeps the server from running commands. @returns undefined while it can */
export function serverObstacle(bridge: BridgeController): Obstacle | undefined {
  const { cli } = bridge;
  const obstacle = addressObstacle(bridge);
  if (obstacle) return obstacle;
  if (cli.state === 'checking') return { sentence: "Looking for Obsidian's command line tool…" };
  if (cli.problem === '') return undefined;
  return {
    sentence: `${cli.problem} ${cli.hint}`,
    remedy: { label: 'Check again', apply: () => bridge.lookAgain() },
  };
}

/** What keeps a client of this interface from connecting. @returns undefined while nothing does */
export function obstacleFor(through: 'rest' | 'mcp', bridge: BridgeController): Obstacle | undefined {
  const setting = through === 'rest' ? 'restEnabled' : 'mcpEnabled';
  if (bridge.settings[setting]) return serverObstacle(bridge);
  return {
    sentence: `"${SETTING_LABELS[setting]}" is off.`,
    remedy: { label: 'Turn it on', apply: () => bridge.change({ [setting]: true }) },
  };
}
