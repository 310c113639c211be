import type { CliState } from '../bridge/cli/program-status';
import type { BridgeController } from './bridge-controller';
import type { Notify } from './notices';

/**
 * Notifies the user of what is wrong with the Obsidian CLI, once for each state that it gets into, and hides the notice when
 * the CLI works again. A CLI that does not answer may do so often: that is reported once only.
 */
export function reportProgramProblems(
  bridge: Pick<BridgeController, 'cli' | 'server' | 'onChange'>,
  notify: Notify,
): void {
  const reported = new Set<CliState>();
  let last: CliState = 'checking';
  let hide = (): void => undefined;
  bridge.onChange(() => {
    const { state, problem, hint } = bridge.cli;
    if (state === last || bridge.server.kind !== 'running') return;
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
