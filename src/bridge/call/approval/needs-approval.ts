import { commandNeedsApproval, isAskedFirst } from '../../commands/policy/ask-first';
import type { Call } from '../call';
import { mayChange } from '../policy/read-only';

/** Whether the call needs the user's approval in the app. */
export function needsApproval(call: Call): boolean {
  const { command, line, settings, caller } = call;
  if (call.isOfHost || isDryRun(call)) return false;
  const { key } = caller;
  // Skips the search in the common case.
  const mayBeNeeded = settings.askFirst.length > 0 || key.scope?.ask === true;
  if (!mayBeNeeded) return false;
  if (isAskedFirst(command, settings) || (key.scope?.ask === true && mayChange(command, line))) return true;
  return (
    mayChange(command, line) &&
    call.changesToUndo.some(({ takesCommands }) => takesCommands.some(isApprovalNeededFor))
  );

  function isApprovalNeededFor(name: string): boolean {
    const undone = call.context.catalogue.get(name);
    return undone !== undefined && commandNeedsApproval(undone, key, settings);
  }
}

/** Whether the call only shows what it would change. An undo shows texts that the user may want to be asked about. */
function isDryRun({ command, line }: Call): boolean {
  return command.byBridge !== 'undo' && command.onlyShowsWith !== undefined && !mayChange(command, line);
}
