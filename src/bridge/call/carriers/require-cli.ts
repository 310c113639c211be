import { BridgeError, sentenceOf } from '../../errors';
import type { Call } from '../call';

/** @throws BridgeError `command_unavailable` if the program is not known to be the Obsidian CLI, which the bridge's own work needs */
export function requireCli(call: Call): void {
  if (call.isRecognized) return;
  throw BridgeError.afterRun('command_unavailable', sentenceOf('command_unavailable', {}), {
    stderr: 'Changing notes requires the Obsidian CLI, and this program is not known to be it.',
  });
}
