import { commandNeedsApproval, isAskedFirst } from '../../commands/policy/ask-first';
import { isTrusted } from '../../commands/policy/key-scope';
import type { Call } from '../call';
import { onlyReports } from '../judge/verdict';
import { isChange, mayChange } from '../policy/read-only';
import { isRiskyByRecord } from './risks';

/** Whether the call needs the user's approval in the app. */
export function needsApproval(call: Call): boolean {
  const { command, line, settings, caller, context } = call;
  if (call.isOfHost || isDryRun(call)) return false;
  if (isAskedFirst(command, settings)) return true;
  const { key } = caller;
  const { ask = false, askAfter } = key.scope ?? {};
  // Skips the search in the common case.
  if (settings.askFirst.length === 0 && ask === false && askAfter === undefined) return false;
  const isDangerous = command.dangerous && !isTrusted(command, settings);
  if (ask === 'risky' && (isDangerous || isRiskyByRecord(command, line))) return true;
  if (!mayChange(command, line)) return false;
  if (ask === true || (isCounted(call) && context.changeCounts.isOver(key, call))) return true;
  return call.changesToUndo.some(({ takesCommands }) => takesCommands.some(isApprovalNeededFor));

  function isApprovalNeededFor(name: string): boolean {
    const undone = context.catalogue.get(name);
    return undone !== undefined && commandNeedsApproval(undone, key, settings);
  }
}

/** Whether the call counts as a change where the key allows only so many. What only opens a note or reports does not. */
export function isCounted({ command, line, caller, isOfHost }: Call): boolean {
  if (isOfHost || caller.key.scope?.askAfter === undefined || command.changes === 'view') return false;
  return isChange(command, line) && !onlyReports(command, line);
}

/** Whether the call only shows what it would change. An undo shows texts that the user may want to be asked about. */
function isDryRun({ command, line }: Call): boolean {
  return command.byBridge !== 'undo' && command.onlyShowsWith !== undefined && !mayChange(command, line);
}
