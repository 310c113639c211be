import { BridgeError } from '../../errors';
import type { Call } from '../call';

/** @throws BridgeError `command_unavailable` if the program is not known to be the Obsidian CLI, which the bridge's own work needs */
export function requireCli(call: Call): void {
  if (call.isRecognized) return;
  throw BridgeError.of('command_unavailable', {}).asRun({
    stderr: 'Changing notes requires the Obsidian CLI, and this program is not known to be it.',
  });
}
