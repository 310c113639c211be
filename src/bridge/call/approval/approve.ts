import { withoutWaiting } from '../../caller';
import type { Caller } from '../../caller';
import { BridgeError } from '../../errors';
import { areChoices, countHunks, makeHunks } from '../../notes/hunks';
import { lineDifference, readLines } from '../../notes/line-difference';
import type { DifferencePart } from '../../notes/line-difference';
import type { Call } from '../call';
import type { BatchItem } from '../outcome';
import { mayChange } from '../policy/read-only';
import { callsDigest } from '../repeats/ended-items';
import { fixChangesToUndo, recheck, requireApprovable } from '../steps';
import type { Approval, NewNote, Stakes, TextDifference } from './approval-port';
import { requestFor } from './approval-request';
import type { Differences } from './approval-request';
import { isCounted, needsApproval } from './needs-approval';
import { preview } from './preview';
import type { AllowedHunks, LaterQuestion, Question } from './question';
import { isRisky } from './risks';
import { stakesOf } from './stakes';

/** Completes a run after the client has left: logs it and remembers it. Never rejects. */
type Complete<T> = (run: () => Promise<T>) => Promise<BatchItem>;

/**
 * Runs these calls once the user has approved those that need it. The user is asked at most once, in the app, and before the
 * calls have their turn, so waiting for the user blocks no one.
 * @param complete does what is left to do for the call if the user answers after its client was; absent if only this request counts
 * @throws BridgeError `denied_by_user`, `client_paused`, `approval_pending`, `approval_timeout`, `approval_unavailable`,
 * `queue_full`, `cancelled`, `stopping`, or the error of a call that may no longer run; also whatever `run` throws
 */
export async function whenApproved<T>(
  all: readonly Call[],
  caller: Caller,
  run: () => Promise<T>,
  complete?: Complete<T>,
): Promise<T> {
  const { id } = caller.key;
  // A call that asks for more of an earlier run runs nothing.
  const calls = all.filter(({ earlier }) => !earlier);
  const approvals = calls[0]?.context.approvals;
  const isAllowed = (call: Call): boolean => approvals?.isAllowed(id, allowanceOf(call)) ?? false;
  return counted(calls, caller, async () => {
    const asked = calls.filter(needsApproval);
    asked.forEach(requireApprovable);
    asked.forEach(fixChangesToUndo);
    const fresh = asked.filter((call) => isRisky(call) || !isAllowed(call));
    for (const call of asked) call.approval = { by: 'user_before', holds: () => isAllowed(call) };
    return fresh.length > 0 ? askInApp(calls, fresh, caller, run, complete) : run();
  });
}

/** Lets calls count as changes that are about to be made, until `run` has ended. */
async function counted<T>(calls: readonly Call[], { key }: Caller, run: () => Promise<T>): Promise<T> {
  const { changeCounts } = calls[0]?.context ?? {};
  for (const call of calls.filter(isCounted)) changeCounts?.expect(key, call);
  try {
    return await run();
  } finally {
    for (const call of calls) changeCounts?.end(key, call);
  }
}

/** Asks in the app about the wanted calls of a request, and runs all of them if they are allowed. */
async function askInApp<T>(
  calls: readonly Call[],
  wanted: readonly Call[],
  caller: Caller,
  run: () => Promise<T>,
  complete?: Complete<T>,
): Promise<T> {
  const [first] = wanted;
  const approvals = first?.context.approvals;
  if (!approvals) throw BridgeError.of('approval_unavailable', { command: first?.command.name ?? '' });
  let differences: Differences = new Map();
  let choices: readonly DifferencePart[] | undefined;
  const runAllowed = (hunks: AllowedHunks): Promise<T> => {
    for (const call of wanted) {
      const difference = differences.get(call);
      const kept = keptOf(difference, choices, hunks);
      call.approval = { by: 'user', holds: () => true, shown: shownTo(difference), kept };
    }
    first.context.changeCounts.reset(caller.key);
    return counted(calls, caller, run);
  };
  const question: Question = {
    request: requestFor(wanted, caller, differences),
    preview: async () => {
      differences = await differencesOf(calls);
      choices = calls.length === 1 ? choicesIn(first, differences.get(first)) : undefined;
      const stakes = new Map<Call, Stakes | undefined>();
      for (const call of wanted) stakes.set(call, await stakesOf(call, differences.get(call)));
      return requestFor(wanted, caller, differences, { choices, stakes });
    },
    clientId: caller.key.id,
    kinds: wanted.map(allowanceOf),
    gone: caller.gone,
    recheck: () => calls.forEach(recheck),
    later: complete && laterQuestion(first, runAllowed, complete),
  };
  return approvals.ask(question, runAllowed);
}

/** How a call is asked about after its client was answered. */
function laterQuestion<T>(
  call: Call,
  run: (hunks: AllowedHunks) => Promise<T>,
  complete: Complete<T>,
): LaterQuestion {
  const { command, line, note, source } = call;
  const texts = [...line.words, ...line.parameters.values()];
  return {
    digest: [callsDigest([call]), source.part].join(' '),
    size: texts.reduce((sum, text) => sum + text.length, 0),
    path: note.path ?? (note.target.kind === 'new' ? note.target.path : undefined),
    privateFolders: call.privateFolders,
    leave: (delivery) => {
      call.caller = withoutWaiting(call.caller, delivery);
    },
    recheck: () => {
      recheck(call);
      if (needsApproval(call)) return;
      const why = 'what needs approval has changed since the user was asked';
      throw BridgeError.of('approval_unavailable', { command: command.name, why, hint: 'Call again.' });
    },
    run: (hunks) => complete(() => run(hunks)),
    fail: (error) => complete(() => Promise.reject(error)),
  };
}

/** The change line by line, if the user can leave some of its hunks out. What is taken back comes back as a whole. */
function choicesIn(
  { command, context, line, isRecognized }: Call,
  difference: TextDifference | NewNote | undefined,
): readonly DifferencePart[] | undefined {
  if (difference?.before === undefined || command.byBridge === 'undo' || !isRecognized) return undefined;
  if (!context.stores.own(line.vault)) return undefined;
  const parts = lineDifference(readLines(difference.before).lines, readLines(difference.after).lines);
  return parts && areChoices(parts) ? parts : undefined;
}

/** What is to become of the note if the user left some of the hunks out. */
function keptOf(
  difference: TextDifference | NewNote | undefined,
  choices: readonly DifferencePart[] | undefined,
  hunks: AllowedHunks,
): Approval['kept'] {
  if (!hunks) return undefined;
  // Only a host that was shown hunks can name some.
  if (!choices || difference?.before === undefined) throw BridgeError.of('internal_error', {});
  const { path, before } = difference;
  const kept = makeHunks(choices, hunks);
  return kept.made < countHunks(choices) ? { ...kept, path, before } : undefined;
}

/** Characters of all texts in the differences of one request: twice those of a note of 10 MiB, and a long text for it. */
const MAX_CHARS = 32 * 1024 * 1024;

/**
 * The differences that calls make one after the other. After a call whose result is unknown, none is known, and none when
 * their texts are too long.
 * @throws BridgeError `revision_conflict` for a call that would be run on another text
 */
async function differencesOf(calls: readonly Call[]): Promise<Differences> {
  const differences = new Map<Call, TextDifference | NewNote>();
  const changed = new Map<string, string>();
  let room = MAX_CHARS;
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
