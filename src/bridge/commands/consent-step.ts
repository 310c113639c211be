import type { Caller, DecidedBy } from '../caller';
import type { CommandLine } from '../cli/command-line';
import { BridgeError } from '../errors';
import type { ApprovalCall, ApprovalRequest, TextDifference } from './approval-port';
import type { Approvals } from './approvals';
import type { Command } from './command';
import { gravityOf } from './consent';

/** What becomes of the note that a call would change, where that can be told without the program. */
export type PreviewChange = (command: Command, line: CommandLine) => Promise<TextDifference | undefined>;

/** A call that has passed all checks, as far as consent is concerned. */
export interface ConsentCall {
  readonly command: Command;
  /** In the vault that it runs in. */
  readonly line: CommandLine;
  /** That vault, as people know it. */
  readonly vault: string;
  /** Whether the user has to be asked in the app. */
  readonly isAsked: boolean;
  /** Throws when the call may not run any more. */
  readonly recheck: () => void;
}

/**
 * Has the client itself ask its user about what is grave.
 * @returns whether the user allows it
 * @throws whatever makes the client ask, where it has not yet
 */
export type ConfirmInClient = (request: Omit<ApprovalRequest, 'msLeft'>) => Promise<boolean>;

/**
 * Asks once for everything among these calls that needs consent. Blocks nobody: no call has a turn yet.
 * @returns who decided on each call; undefined for a call that needs no consent
 * @throws BridgeError `denied_by_user`, `approval_timeout`, `approval_unavailable`, `queue_full`, `cancelled`, `stopping`, and
 * that of a call that may not run any more; and what `confirm` throws
 */
export type RequireConsent = (
  calls: readonly ConsentCall[],
  caller: Caller,
  confirm?: ConfirmInClient,
) => Promise<readonly (DecidedBy | undefined)[]>;

/**
 * Makes the one step in which the user decides. What needs consent is asked for in the app; what is only grave, in the client,
 * if it can ask; and all of it in the app where the app has to ask anyway.
 * @param approvals absent where nobody can be asked
 */
export function createRequireConsent(
  approvals: Approvals | undefined,
  preview: PreviewChange,
): RequireConsent {
  return async (calls, caller, confirm) => {
    const { id } = caller.key;
    const asked = calls.filter(({ isAsked }) => isAsked);
    const grave = calls.filter((call) => confirm && !call.isAsked && isGrave(call));
    const fresh = asked.filter((call) => isGrave(call) || !approvals?.isAllowed(id, allowanceOf(call)));
    const decided = (by: ReadonlyMap<ConsentCall, DecidedBy>) => calls.map((call) => by.get(call));
    const before = asked.map((call): [ConsentCall, DecidedBy] => [call, 'user_before']);
    if (fresh.length > 0) {
      const wanted = calls.filter((call) => fresh.includes(call) || grave.includes(call));
      if (!approvals) throw BridgeError.of('approval_unavailable', { command: fresh[0]?.command.name ?? '' });
      await approvals.ask({
        request: await requestFor(wanted, caller, preview),
        clientId: id,
        kinds: wanted.map(allowanceOf),
        gone: caller.gone,
        recheck: () => wanted.forEach((call) => call.recheck()),
      });
      return decided(new Map([...before, ...wanted.map((call): [ConsentCall, DecidedBy] => [call, 'user'])]));
    }
    if (grave.length === 0 || !confirm) return decided(new Map(before));
    const isConfirmed = await confirm(await requestFor(grave, caller, () => Promise.resolve(undefined)));
    if (!isConfirmed) {
      const command = grave.map((call) => call.command.name).join(', ');
      throw BridgeError.of('denied_by_user', { command });
    }
    return decided(new Map([...before, ...grave.map((call): [ConsentCall, DecidedBy] => [call, 'client'])]));
  };
}

function isGrave({ command, line }: ConsentCall): boolean {
  return gravityOf(command, line).length > 0;
}

/** What the user allows when they allow it for a while: this command in this vault. */
function allowanceOf({ command, line }: ConsentCall): string {
  return JSON.stringify([command.name, line.vault ?? '']);
}

async function requestFor(
  calls: readonly ConsentCall[],
  { key, userAgent = '', interface: through }: Caller,
  preview: PreviewChange,
): Promise<Omit<ApprovalRequest, 'msLeft'>> {
  const shown: ApprovalCall[] = [];
  for (const { command, line, vault } of calls) {
    shown.push({
      command: command.name,
      summary: command.summary,
      vault,
      parameters: [...line.words.map((word): [string, string] => ['', word]), ...line.parameters],
      flags: line.flags,
      gravity: gravityOf(command, line),
      difference: await preview(command, line),
    });
  }
  const mayAllowForAWhile = !calls.some(isGrave);
  return { client: key.name, userAgent, interface: through, calls: shown, mayAllowForAWhile };
}
