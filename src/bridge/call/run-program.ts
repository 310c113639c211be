import { OUTPUT_LIMIT } from '../cli/collect-output';
import type { CommandLine } from '../cli/command-line';
import { endsOf, VAULT_NOT_FOUND } from '../cli/program-messages';
import type { ProgramAnswer } from '../cli/read-answer';
import type { Command } from '../commands/catalogue/command';
import { BridgeError } from '../errors';
import type { Call } from './call';
import { explainFailure, explainNothing } from './hints/names-meant';
import { failureOf } from './judge/failure';
import { reportedFailure } from './judge/failure-code';
import { judge } from './judge/judge';
import type { Look } from './judge/judge';
import { confirms, isConfirmation } from './judge/verdict';
import { printed } from './outcome';
import type { Outcome } from './outcome';
import { visibleList } from './private/visible-list';
import type { VisibleList } from './private/visible-list';

/** File times can lag behind the clock by one system tick. */
const CLOCK_TICK_MS = 10;

/**
 * Runs the program for a call in its turn, and judges its answer.
 * @param given another command than that of the call, perhaps in another vault
 * @param look looks at the note where the program does not confirm a change
 * @throws BridgeError that has what ran if it failed; without it if nothing was run: `command_too_large`, `cli_not_found`,
 * `spawn_failed`, `stopping`
 */
export async function runProgram(call: Call, given: CommandLine = call.line, look?: Look): Promise<Outcome> {
  const { turn } = call;
  const isOwn = given === call.line;
  const command = isOwn ? call.command : call.commandOf(given.command);
  const whole = isOwn ? call.sentLine : given;
  const list = visibleList(call, command, whole);
  const line = list?.line ?? whole;
  // Wall-clock time, because it is compared with file times.
  const changedFrom = Math.max(new Date().valueOf() - CLOCK_TICK_MS, turn.lastChange() + 1);
  const first = await runProcess(call, command, line);
  const isElsewhere = call.isVaultOptional && turn.isRecognized() && isUnknownVault(first);
  const ran = isElsewhere ? { ...line, vault: undefined } : line;
  const answer = isElsewhere ? await runProcess(call, command, ran) : first;
  if (command.kind !== 'read') turn.noteChange();
  const isRecognized = turn.isRecognized();
  // The questions must go to the vault of the command.
  const cli = line.vault === call.line.vault ? call.cli : call.cliIn(line.vault);
  const { isMute } = call.context.client.status();
  const verdict = await judge(command, ran, answer, { isRecognized, isMute, cli, changedFrom, look });
  const isExplained = isRecognized && !call.isOfHost;
  if (verdict.kind === 'failed' || verdict.kind === 'unconfirmed') {
    const failure = failureOf(answer, verdict, limitsOf(call));
    if (list && !isMessage(command, ran, answer)) throw withoutList(failure);
    throw isExplained ? await explainFailure(call, ran, answer, failure) : failure;
  }
  if (list) return seenIn(call, ran, list, answer);
  const outcome = printed(answer, verdict.kind === 'accepted' ? [verdict.warning] : []);
  return isExplained ? explainNothing(call, ran, answer, outcome) : outcome;
}

/** The outcome of a list without what is private. @throws BridgeError if it cannot be taken out */
async function seenIn(
  call: Call,
  ran: CommandLine,
  list: VisibleList,
  answer: ProgramAnswer,
): Promise<Outcome> {
  const stdout = await list.cut(answer.stdout);
  if (stdout === undefined) throw withoutList(BridgeError.afterRun('cli_failed', UNREADABLE_LIST));
  const outcome = { ...printed(answer, []), stdout };
  return explainNothing(call, ran, { stdout, stdoutBytes: Buffer.byteLength(stdout) }, outcome);
}

const UNREADABLE_LIST =
  'The Obsidian CLI did not print a list that the bridge can read, and some folders are private.';

/** Whether all that the program printed is a message, and nothing of the list. */
function isMessage(command: Command, line: CommandLine, { endedBy, stdout }: ProgramAnswer): boolean {
  const said = endsOf(stdout).trim();
  return (
    endedBy === undefined && (said === '' || reportedFailure(said, line, command.failures) !== undefined)
  );
}

/** The failure without what was printed of a list. */
function withoutList(failure: BridgeError): BridgeError {
  const { exitCode = 1 } = failure.ran ?? {};
  return failure.asRun({ exitCode, stdout: '', stderr: '', warnings: [] });
}

/**
 * Runs another command for the call, in its vault unless another is given.
 * @throws BridgeError as {@link runProgram}
 */
export function runOther(
  call: Call,
  name: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  flags: readonly string[] = [],
  vault = call.line.vault,
): Promise<Outcome> {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return runProgram(call, { vault, command: name, words: [], parameters: new Map(given), flags });
}

/**
 * Runs a command that is expected to fail, to get the program's own message.
 * @param unchecked what is not known if it succeeds
 * @returns its failure
 * @throws BridgeError `cli_not_answering` if it succeeds
 */
export async function askWhy(
  call: Call,
  unchecked: string,
  ...[name, parameters]: [name: string, parameters?: Readonly<Record<string, string | undefined>>]
): Promise<BridgeError> {
  try {
    await runOther(call, name, parameters);
  } catch (error) {
    if (error instanceof BridgeError && error.ran) return error;
    throw error;
  }
  throw BridgeError.of('cli_not_answering', { command: call.command.name, unchecked, retryAfter: 5 });
}

/** Asks for the version if the program was not seen to work in the last minute. @throws BridgeError if it does not work */
export async function requireWorking(call: Call): Promise<void> {
  if (call.context.client.isSeenWorking()) return;
  const command = call.commandOf('version');
  const line = { command: command.name, words: [], parameters: new Map<string, string>(), flags: [] };
  const answer = await call.turn.run(line, processLimits(call));
  const facts = { isRecognized: call.turn.isRecognized(), cli: call.cli, changedFrom: Infinity };
  const verdict = await judge(command, line, answer, facts);
  if (verdict.kind === 'failed' || verdict.kind === 'unconfirmed')
    throw failureOf(answer, verdict, limitsOf(call));
}

async function runProcess(call: Call, command: Command, line: CommandLine): Promise<ProgramAnswer> {
  // Every answer ends with a line break; without one, more is on its way.
  const isDone = (text: string): boolean =>
    call.turn.isRecognized() && text.endsWith('\n') && isConfirmation(command, text);
  const answer = await call.turn.run(line, {
    ...processLimits(call),
    ...(confirms(command) && { isDone }),
  });
  call.spent.processes += answer.processes;
  call.spent.duration += answer.duration;
  return answer;
}

function processLimits(call: Call) {
  const { command, caller } = call;
  return {
    ...limitsOf(call),
    endSignal: command.kind === 'read' ? caller.gone : undefined,
    printsNote: command.success.shape === 'text' && command.printsUserText === true,
  };
}

function limitsOf({ context, command }: Call) {
  return {
    timeoutMs: context.client.timeoutMs(),
    outputLimit: OUTPUT_LIMIT,
    isReading: command.kind === 'read',
  };
}

function isUnknownVault(answer: ProgramAnswer): boolean {
  return answer.stdoutBytes < 100 && answer.stdout.trim() === VAULT_NOT_FOUND;
}
