import type { Outcome } from '../outcome';
import { onlyReports } from '../judge/verdict';
import type { Call } from '../call';

/** What the Tasks plugin writes before a recurrence, a date or an id that it acts on. */
const TASKS_SIGNS = /[🔁📅⏳🛫➕✅❌🏁⛔🆔]/u;

/** A warning if the state of a task of the Tasks plugin was set, which knows nothing of it. */
export function taskWarnings({ command, line }: Call, { stdout }: Outcome): readonly string[] {
  if (!command.changesTask || onlyReports(command, line) || !TASKS_SIGNS.test(stdout)) return [];
  return [
    'This looks like a task of the Tasks plugin, and only the box was changed: it adds no date of completion, and a task that recurs is not repeated.',
  ];
}
