import type { CliState } from '../bridge/cli/program-status';
import { urlOf } from '../bridge/http/address';
import { ACTION_TITLES } from './actions';
import type { Actions } from './actions';
import type { BridgeController } from './bridge-controller';
import type { PluginBridge } from './plugin-bridge';
import type { Notify } from './ui/notices';

/** Welcomes the user when the server runs for the first time on this device. */
export function welcomeOnFirstRun(
  bridge: Pick<PluginBridge, 'server' | 'keys' | 'onChange'>,
  notify: Notify,
  { connectClient }: Pick<Actions, 'connectClient'>,
): void {
  const stop = bridge.onChange(() => {
    const { state } = bridge.server;
    if (state.kind !== 'running') return;
    stop();
    if (!bridge.keys.isFirstRun) return;
    notify(`CLI Bridge is running at ${urlOf(state.address)}. Connect a client to get started.`, {
      label: ACTION_TITLES.connectClient,
      accept: connectClient,
    });
  });
}

/**
 * Notifies the user of problems with the Obsidian CLI, and hides the notice when the state changes. A problem that comes back
 * after the CLI worked is reported again, unless the CLI isn't responding: that may happen often.
 */
export function reportProgramProblems(
  bridge: Pick<BridgeController, 'server' | 'onChange'> & {
    readonly program: Pick<BridgeController['program'], 'status'>;
  },
  notify: Notify,
): void {
  const reported = new Set<CliState>();
  let last: CliState = 'checking';
  let hide = (): void => undefined;
  bridge.onChange(() => {
    const { state, problem, hint } = bridge.program.status;
    if (state === last || bridge.server.state.kind !== 'running') return;
    last = state;
    hide();
    hide = () => undefined;
    if (state === 'available') {
      for (const past of reported) if (past !== 'not_answering') reported.delete(past);
    } else if (state !== 'checking' && !reported.has(state)) {
      hide = notify(`${problem} ${hint}`);
      reported.add(state);
    }
  });
}
