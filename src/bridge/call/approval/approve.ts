import { createHash } from 'node:crypto';
import type { Caller } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import { amount } from '../../text/printable';
import { BridgeError } from '../../errors';
import type {
  Approval,
  ApprovalCall,
  ApprovalRequest,
  Gravity,
  NewNote,
  TextDifference,
} from './approval-port';
import type { Question } from './approval-queue';
import { effectOf } from './effect';
import { preview } from './preview';
import type { Command } from '../../commands/catalogue/command';
import { displayName } from '../vault/vault-choice';
import { mayChange } from '../policy/read-only';
import type { Call } from '../call';
import { fixTakenBack, isAsked, recheck } from '../steps';

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
  const asked = calls.filter(isAsked);
  asked.forEach(fixTakenBack);
  const fresh = asked.filter((call) => isGrave(call) || !isAllowed(call));
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

/** What becomes of the notes, where that is known. */
type Differences = ReadonlyMap<Call, TextDifference | NewNote>;

/** Characters of all texts in the differences of one request: twice those of a note of 10 MiB, and a long text for it. */
const MOST_CHARS = 32 * 1024 * 1024;

/**
 * The differences that calls make one after the other. After a call whose result cannot be told, none is known; nor is any more
 * when their texts are long.
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

function isGrave({ command, line }: Call): boolean {
  return gravityOf(command, line).length > 0;
}

/** Why risky calls of the bridge's own commands are risky, where they overwrite no file. */
const GRAVITY_OF_OWN: Readonly<Partial<Record<NonNullable<Command['byBridge']>, Gravity>>> = {
  replace: 'many_notes',
  folder: 'folder',
};

/** Why the call is risky; empty for most calls. */
function gravityOf(command: Command, { parameters, flags }: CommandLine): readonly Gravity[] {
  const isOff = (value = ''): boolean => value === '' || value === 'false';
  const has = (name: string): boolean =>
    !isOff(parameters.get(name)) || flags.some((flag) => flag.replace(/^--/, '') === name);
  const gravity: Gravity[] = [];
  if (command.dangerous) gravity.push('dangerous');
  if (command.kind === 'remove' && has('permanent')) gravity.push('permanent');
  const { risky = ['overwrite'], kind } = command;
  const isRisky = kind === 'write' && (risky === true || risky.some(has));
  if (isRisky) gravity.push((command.byBridge && GRAVITY_OF_OWN[command.byBridge]) ?? 'overwrites');
  return gravity;
}

/** The kind of call that "allow for a while" covers: one command in one vault. */
function allowanceOf({ command, line }: Call): string {
  return JSON.stringify([command.name, line.vault ?? '']);
}

function isFile({ parameters }: Command, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name && parameter.mayBeBody === true);
}

/** What people see instead of the bytes of a file. The digest ties an approval to exactly these bytes. */
function fileFacts(base64: string): readonly [string, string] {
  const bytes = Buffer.from(base64, 'base64');
  const digest = createHash('sha256').update(bytes).digest('hex');
  return ['bytes', `${amount(bytes.length)}, SHA-256 ${digest}`];
}

/** The vault as people see it. An undo changes the vaults of what it takes back, whichever one the call is made in. */
function vaultShown({ takenBack, vaultName = '', vaultRules: { host } }: Call): string {
  const names = takenBack.flatMap(({ steps = [] }) =>
    steps.map(({ vault }) => displayName(vault, host) ?? vaultName),
  );
  return [...new Set(names)].join(', ') || vaultName;
}

function requestFor(
  calls: readonly Call[],
  { key, userAgent = '', interface: through }: Caller,
  differences: Differences,
): Omit<ApprovalRequest, 'msLeft'> {
  const shown = calls.map((call): ApprovalCall => {
    const { command, line, ifRevision, takenBack } = call;
    const difference = differences.get(call);
    const isNewNote = difference !== undefined && difference.before === undefined;
    const gravity = gravityOf(command, line).filter((each) => !(each === 'overwrites' && isNewNote));
    const isRisky = gravity.some((each) => each !== 'dangerous');
    return {
      command: command.name,
      effect: effectOf(call, difference?.path, isRisky),
      summary: command.summary,
      vault: vaultShown(call),
      parameters: [
        ...line.words.map((word): [string, string] => ['', word]),
        ...[...line.parameters].map(([name, value]) =>
          isFile(command, name) ? fileFacts(value) : ([name, value] as const),
        ),
        ...takenBack.map(({ takesCommands: [name = ''], path }): [string, string] => [name, path]),
        ...(ifRevision === undefined ? [] : [['ifRevision', ifRevision] as const]),
      ],
      flags: line.flags,
      gravity,
      ...(difference?.before !== undefined && { difference }),
    };
  });
  // An allowance is for one vault, not for whichever one the app would choose later, and not for undos, which may put back any text.
  const mayAllowForAWhile = !calls.some(
    (call) => isGrave(call) || call.command.byBridge === 'undo' || call.line.vault === undefined,
  );
  return { client: key.name, userAgent, interface: through, calls: shown, mayAllowForAWhile };
}
