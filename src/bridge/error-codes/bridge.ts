import { amount } from '../text/printable';
import { duration, failure, TURN_ON_CLI } from './failure';
import type { Failure } from './failure';

const RETRY = 'Nothing was run: wait a moment and call again.';

/** What the bridge cannot do now, or failed at: 500 and 503. */
export const BRIDGE_FAILURES = {
  internal_error: failure(
    500,
    () => 'CLI Bridge failed unexpectedly. Try again; if it happens again, please report what you called.',
  ),
  cli_not_found: failure<{ problem: string; searched: string }>(
    503,
    (f) => `${f.problem} Looked at: ${f.searched}.`,
    TURN_ON_CLI,
  ),
  cli_not_answering: failure<{ command: string; unchecked?: string; problem?: string }>(
    503,
    (f) =>
      f.unchecked === undefined
        ? `${f.problem?.replace(/\.$/, '') ?? 'The Obsidian CLI does not answer'}, so it is not known whether it has a command ${f.command}; nothing was run.`
        : `The Obsidian CLI does not answer, so it is not known whether ${f.unchecked}; nothing was run.`,
    `${RETRY} If this goes on, ask the user whether Obsidian shows a dialog.`,
  ),
  spawn_failed: failure<{ reason: string }>(
    503,
    (f) =>
      `The system could not start the Obsidian CLI (${f.reason}); nothing was run. Try again in a moment.`,
    RETRY,
  ),
  queue_full: failure<{ limit: number; unit?: string; state?: 'in use' }>(
    503,
    (f) =>
      `${amount(f.limit)} ${f.unit ?? 'requests'} are already ${f.state ?? 'waiting'}, so this request was rejected and nothing was run. Try again later.`,
    RETRY,
  ),
  answers_full: failure<{ limit: number }>(
    503,
    (f) =>
      `Answers that are still being sent leave too little of ${amount(f.limit)} bytes for this one, so it was left out; nothing was changed. Try again later.`,
    'Nothing was changed: wait a moment and call again, or ask for less.',
  ),
  queue_timeout: failure<{ seconds: number }>(
    503,
    (f) =>
      `The request waited ${duration(f.seconds)} for its turn and was removed from the queue; nothing was run. Try again.`,
    RETRY,
  ),
  stopping: failure(
    503,
    () => 'CLI Bridge is stopping, so nothing was run. Try again when it is running.',
    'Nothing was run. Ask the user to start CLI Bridge again.',
  ),
} as const satisfies Record<string, Failure<never>>;
