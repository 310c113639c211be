import type { Caller, DecidedBy } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import { BridgeError } from '../../errors';
import type { ApprovalCall, ApprovalRequest, NewNote, TextDifference } from './approval-port';
import type { ApprovalQueue } from './approval-queue';
import type { Command } from '../catalogue/command';
import { mayChange } from '../policy/read-only';
import { gravityOf } from './consent';

/**
 * What becomes of the note that a call would change, where that can be told without the program.
 * @param changed the texts of notes as earlier calls leave them, by path
 */
export type PreviewChange = (
  command: Command,
  line: CommandLine,
  changed: ReadonlyMap<string, string>,
) => Promise<TextDifference | NewNote | undefined>;

/** A call that has passed all checks, as far as consent is concerned. */
export interface ConsentCall {
  readonly command: Command;
  /** In the vault that it runs in. */
  readonly line: CommandLine;
  /** That vault, as people know it. */
  readonly vault: string;
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision: string | undefined;
  /** Whether the user has to be asked in the app. */
  readonly isAsked: boolean;
  /** Throws when the call may not run any more. */
  readonly recheck: () => void;
}

/** The user's consent to a call. */
export interface Consent {
  readonly by: DecidedBy;
  /** Whether it is still worth anything: what was allowed for a while may be over. */
  readonly holds: () => boolean;
  /**
   * The note as the user was shown it: of another text they have not seen what the call would do, and of one that was not there,
   * not that it would be replaced.
   */
  readonly shown?: { readonly revision: string } | { readonly newNote: string } | undefined;
}

/**
 * Has the client itself ask its user about what is grave.
 * @param all every call of the request: the consent is for no other request
 * @returns whether the user allows it
 * @throws whatever makes the client ask, where it has not yet
 */
export type ConfirmInClient = (
  request: Omit<ApprovalRequest, 'msLeft'>,
  all: readonly ApprovalCall[],
) => Promise<boolean>;

/**
 * Asks once for everything among these calls that needs consent. Blocks nobody: no call has a turn yet.
 * @returns the consent to each call; undefined for a call that needs none
 * @throws BridgeError `denied_by_user`, `approval_timeout`, `approval_unavailable`, `queue_full`, `cancelled`, `stopping`, and
 * that of a call that may not run any more; and what `confirm` throws
 */
export type RequireConsent = (
  calls: readonly ConsentCall[],
  caller: Caller,
  confirm?: ConfirmInClient,
) => Promise<readonly (Consent | undefined)[]>;

/**
 * Makes the one step in which the user decides. What needs consent is asked for in the app; what is only grave, in the client,
 * if it can ask; and all of it in the app where the app has to ask anyway.
 * @param approvals absent where nobody can be asked
 */
export function createRequireConsent(
  approvals: ApprovalQueue | undefined,
  preview: PreviewChange,
): RequireConsent {
  return async (calls, caller, confirm) => {
    const { id } = caller.key;
    const asked = calls.filter(({ isAsked }) => isAsked);
    const grave = calls.filter((call) => confirm && !call.isAsked && isGrave(call));
    const isAllowed = (call: ConsentCall): boolean => approvals?.isAllowed(id, allowanceOf(call)) ?? false;
    const fresh = asked.filter((call) => isGrave(call) || !isAllowed(call));
    const consents = new Map<ConsentCall, Consent>();
    for (const call of asked) consents.set(call, { by: 'user_before', holds: () => isAllowed(call) });
    if (fresh.length > 0) {
      const wanted = calls.filter((call) => fresh.includes(call) || grave.includes(call));
      if (!approvals) throw BridgeError.of('approval_unavailable', { command: fresh[0]?.command.name ?? '' });
      const differences = await differencesOf(calls, preview);
      await approvals.ask({
        request: requestFor(wanted, caller, differences),
        clientId: id,
        kinds: wanted.map(allowanceOf),
        gone: caller.gone,
        recheck: () => calls.forEach((call) => call.recheck()),
      });
      for (const call of wanted) {
        consents.set(call, {
          by: 'user',
          holds: () => true,
          shown: shownTo(differences.get(call)),
        });
      }
    } else if (grave.length > 0 && confirm) {
      const question = (about: readonly ConsentCall[]) => requestFor(about, caller, new Map());
      if (!(await confirm(question(grave), question(calls).calls))) {
        const command = grave.map((call) => call.command.name).join(', ');
        throw BridgeError.of('denied_by_user', { command });
      }
      for (const call of grave) consents.set(call, { by: 'client', holds: () => true });
    }
    return calls.map((call) => consents.get(call));
  };
}

/**
 * The differences that calls make one after the other. After a call whose result cannot be told, none is known.
 * @throws BridgeError `revision_conflict` for a call that would be run on another text
 */
async function differencesOf(
  calls: readonly ConsentCall[],
  preview: PreviewChange,
): Promise<ReadonlyMap<ConsentCall, TextDifference | NewNote>> {
  const differences = new Map<ConsentCall, TextDifference | NewNote>();
  const changed = new Map<string, string>();
  for (const call of calls) {
    const difference = await preview(call.command, call.line, changed);
    if (difference) {
      const { path } = difference;
      const revision = difference.before === undefined ? undefined : difference.revision;
      const wanted = call.ifRevision;
      if (wanted !== undefined && wanted !== revision)
        throw BridgeError.of('revision_conflict', { path, revision, wanted });
      differences.set(call, difference);
      changed.set(difference.path, difference.after);
    } else if (mayChange(call.command, call.line)) break;
  }
  return differences;
}

function shownTo(difference: TextDifference | NewNote | undefined): Consent['shown'] {
  if (!difference) return undefined;
  return difference.before === undefined ? { newNote: difference.path } : { revision: difference.revision };
}

function isGrave({ command, line }: ConsentCall): boolean {
  return gravityOf(command, line).length > 0;
}

/** What the user allows when they allow it for a while: this command in this vault. */
function allowanceOf({ command, line }: ConsentCall): string {
  return JSON.stringify([command.name, line.vault ?? '']);
}

function requestFor(
  calls: readonly ConsentCall[],
  { key, userAgent = '', interface: through }: Caller,
  differences: ReadonlyMap<ConsentCall, TextDifference | NewNote>,
): Omit<ApprovalRequest, 'msLeft'> {
  const shown = calls.map((call): ApprovalCall => {
    const { command, line, vault, ifRevision } = call;
    const difference = differences.get(call);
    const newNote = difference?.before === undefined ? difference?.path : undefined;
    const gravity = gravityOf(command, line);
    return {
      command: command.name,
      summary: command.summary,
      vault,
      parameters: [
        ...line.words.map((word): [string, string] => ['', word]),
        ...line.parameters,
        ...(ifRevision === undefined ? [] : [['ifRevision', ifRevision] as const]),
      ],
      flags: line.flags,
      gravity: newNote === undefined ? gravity : gravity.filter((each) => each !== 'overwrites'),
      ...(difference?.before !== undefined && { difference }),
      ...(newNote !== undefined && { newNote }),
    };
  });
  // Allowed for a while is one vault, and not whichever is in front then.
  const mayAllowForAWhile = !calls.some((call) => isGrave(call) || call.line.vault === undefined);
  return { client: key.name, userAgent, interface: through, calls: shown, mayAllowForAWhile };
}
