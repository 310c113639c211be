import type { Caller } from '../../caller';
import { BridgeError } from '../../errors';
import type { Call } from '../call';
import { mayChange } from '../policy/read-only';
import { fixChangesToUndo, recheck } from '../steps';
import type { Approval, NewNote, TextDifference } from './approval-port';
import type { Question } from './approval-queue';
import { requestFor } from './approval-request';
import type { Differences } from './approval-request';
import { needsApproval } from './needs-approval';
import { preview } from './preview';
import { isRisky } from './risks';

/**
 * Runs these calls once the user has approved those that need it. The user is asked at most once, in the app, and before the
 * calls have their turn, so waiting for the user blocks no one.
 * @throws BridgeError `denied_by_user`, `client_paused`, `approval_timeout`, `approval_unavailable`, `queue_full`, `cancelled`,
 * `stopping`, or the error of a call that may no longer run; also whatever `run` throws
 */
export async function whenApproved<T>(
  all: readonly Call[],
  caller: Caller,
  run: () => Promise<T>,
): Promise<T> {
  const { id } = caller.key;
  // A call that asks for more of an earlier run runs nothing.
  const calls = all.filter(({ earlier }) => !earlier);
  const approvals = calls[0]?.context.approvals;
  const isAllowed = (call: Call): boolean => approvals?.isAllowed(id, allowanceOf(call)) ?? false;
  const asked = calls.filter(needsApproval);
  asked.forEach(fixChangesToUndo);
  const fresh = asked.filter((call) => isRisky(call) || !isAllowed(call));
  for (const call of asked) call.approval = { by: 'user_before', holds: () => isAllowed(call) };
  return fresh.length > 0 ? askInApp(calls, fresh, caller, run) : run();
}

/** Asks in the app about the wanted calls of a request, and runs all of them if they are allowed. */
async function askInApp<T>(
  calls: readonly Call[],
  wanted: readonly Call[],
  caller: Caller,
  run: () => Promise<T>,
): Promise<T> {
  const [first] = wanted;
  const approvals = first?.context.approvals;
  if (!approvals) throw BridgeError.of('approval_unavailable', { command: first?.command.name ?? '' });
  let differences: Differences = new Map();
  const question: Question = {
    request: requestFor(wanted, caller, differences),
    preview: async () => {
      differences = await differencesOf(calls);
      return requestFor(wanted, caller, differences);
    },
    clientId: caller.key.id,
    kinds: wanted.map(allowanceOf),
    gone: caller.gone,
    recheck: () => calls.forEach(recheck),
  };
  return approvals.ask(question, () => {
    for (const call of wanted) {
      call.approval = { by: 'user', holds: () => true, shown: shownTo(differences.get(call)) };
    }
    return run();
  });
}

/** Characters of all texts in the differences of one request: twice those of a note of 10 MiB, and a long text for it. */
const MOST_CHARS = 32 * 1024 * 1024;

/**
 * The differences that calls make one after the other. After a call whose result is unknown, none is known, and none when
 * their texts are too long.
 * @throws BridgeError `revision_conflict` for a call that would be run on another text
 */
async function differencesOf(calls: readonly Call[]): Promise<Differences> {
  const differences = new Map<Call, TextDifference | NewNote>();
  const changed = new Map<string, string>();
  let room = MOST_CHARS;
  for (const call of calls) {
    const { command, line } = call;
    const difference = await preview(call, changed);
    if (difference) {
      const { path } = difference;
      const revision = difference.before === undefined ? undefined : difference.revision;
      const wanted = call.ifRevision;
      if (wanted !== undefined && wanted !== revision)
        throw BridgeError.of('revision_conflict', { path, revision, wanted });
      room -= (difference.before?.length ?? 0) + difference.after.length;
      if (room < 0) break;
      differences.set(call, difference);
      changed.set(difference.path, difference.after);
    } else if (mayChange(command, line)) break;
  }
  return differences;
}

function shownTo(difference: TextDifference | NewNote | undefined): Approval['shown'] {
  if (!difference) return undefined;
  return difference.before === undefined ? { newNote: difference.path } : { revision: difference.revision };
}

/** The kind of call that "allow for a while" covers: one command in one vault. */
function allowanceOf({ command, line }: Call): string {
  return JSON.stringify([command.name, line.vault ?? '']);
}
