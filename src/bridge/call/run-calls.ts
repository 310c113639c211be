import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Caller } from '../caller';
import type { CliTurn } from '../cli/client';
import type { HintFacts } from '../error-codes';
import { BridgeError, hintFor } from '../errors';
import { nextTurn } from '../text/loop-turn';
import { explainNames } from './hints/names-meant';
import { mayChange } from './policy/read-only';
import { refusingSetting } from '../commands/policy/refusing-setting';
import { hasFailed } from './outcome';
import type { CallOutcome, Outcome } from './outcome';
import { whenApproved } from './approval/approve';
import { auditEntry } from './audit';
import { Call } from './call';
import type { CallServices, CallSource } from './call';
import { finish } from './finish';
import { withOtherDay } from './other-day';
import { ProgramRun } from './program-run';
import { admit, prepare, requireStillAllowed } from './steps';

/** The name of a batch in answers and in the log. */
export const BATCH = 'batch';

/** A batch starts no more calls after this much of its turn. */
const TURN_MS = 120_000;

interface BatchCall {
  /** Exact, or in any spelling for a forgiving source. */
  readonly name: string;
  readonly source: CallSource;
}

interface BatchOptions {
  readonly stopOnError: boolean;
}

/** The result of one call of a batch: how it ran, or why it did not. */
export type BatchItem = CallOutcome | BridgeError;

/** The results of a batch, in the order of its calls. */
export interface BatchResult {
  readonly ok: boolean;
  readonly items: readonly BatchItem[];
  /** Milliseconds spent in the queue. */
  readonly waited: number;
}

/** Runs the calls of all interfaces. */
export class CallRunner {
  constructor(private readonly services: CallServices) {}

  /**
   * Runs one command. A failure that the program reports is an outcome, not an error.
   * @param name exact, or in any spelling for a forgiving source
   * @throws BridgeError if nothing was run
   */
  async run(name: string, source: CallSource, caller: Caller): Promise<CallOutcome> {
    const call = new Call(this.services, name, source, caller);
    try {
      await prepare(call);
      if (call.earlier) return call.earlier;
      const turnOf = { gone: caller.gone, client: caller.key.id };
      const outcome = await whenApproved([call], caller, () =>
        this.services.client.inTurn(turnOf, (turn) => runInTurn(call, turn)),
      );
      return finished(call, outcome);
    } catch (error) {
      throw await this.refused(call, error);
    }
  }

  /**
   * Checks several calls, then runs them in sequence in one turn of the queue, so that no other client's calls run in between.
   * @throws BridgeError if none was run; if a call was refused, `data` has its index
   */
  async runBatch(
    batch: readonly BatchCall[],
    { stopOnError }: BatchOptions,
    caller: Caller,
  ): Promise<BatchResult> {
    const { client, log } = this.services;
    const calls = await this.prepareAll(batch, caller);
    try {
      const turnOf = { gone: caller.gone, client: caller.key.id };
      return await whenApproved(calls, caller, () =>
        client.inTurn(turnOf, (turn) => this.runAll(calls, turn, stopOnError, caller)),
      );
    } catch (error) {
      if (error instanceof BridgeError) log.record(BATCH, caller, { code: error.code });
      throw error;
    }
  }

  private async prepareAll(batch: readonly BatchCall[], caller: Caller): Promise<readonly Call[]> {
    const calls: Call[] = [];
    const group = randomBytes(4).toString('hex');
    for (const [index, { name, source }] of batch.entries()) {
      // Checking many calls must not block the event loop.
      if (index > 0) await nextTurn();
      const call = new Call(this.services, name, source, caller);
      call.group = group;
      try {
        await prepare(call);
      } catch (error) {
        const answer = await this.refused(call, error);
        throw answer instanceof BridgeError ? answer.with({ data: { index } }) : answer;
      }
      calls.push(call);
    }
    return calls;
  }

  /** Logs why a call was not run. @returns the error to answer with */
  private async refused(call: Call, error: unknown): Promise<unknown> {
    return refused(
      call,
      await withOtherDay(call, error, (name, source) => this.run(name, source, call.caller)),
    );
  }

  private async runAll(
    calls: readonly Call[],
    turn: CliTurn,
    stopOnError: boolean,
    { gone }: Caller,
  ): Promise<BatchResult> {
    if (calls.length > 1) turn.hold();
    const lastStart = performance.now() + TURN_MS;
    const items: BatchItem[] = [];
    let isFailed = false;
    for (const call of calls) {
      const item = reasonNotToRun() ?? (await this.runOne(call, turn));
      items.push(item instanceof BridgeError ? item.about(call.command.name) : item);
      isFailed ||= item instanceof BridgeError || hasFailed(item);
    }
    return { ok: !isFailed, items, waited: Math.round(turn.waited) };

    function reasonNotToRun(): BridgeError | undefined {
      if (gone.aborted) return notRun('the client had left');
      if (isFailed && stopOnError) return notRun('an earlier call failed');
      if (turn.isStopping()) return BridgeError.of('stopping', { retryAfter: 5 });
      return performance.now() > lastStart ? notRun('the calls before it took 2 minutes') : undefined;
    }
  }

  /** Turns an unexpected error into a result of this call, because earlier calls may have changed something. */
  private async runOne(call: Call, turn: CliTurn): Promise<BatchItem> {
    if (call.earlier) return call.earlier;
    try {
      return finished(call, await runInTurn(call, turn));
    } catch (error) {
      const answer = refused(call, error);
      if (answer instanceof BridgeError) return answer;
      this.services.reportError(answer);
      return BridgeError.of('internal_error', {});
    }
  }
}

function notRun(reason: string): BridgeError {
  return BridgeError.of('not_run', { reason });
}

/** Runs a call whose turn has come. @throws BridgeError if nothing was run */
async function runInTurn(call: Call, turn: CliTurn): Promise<Outcome> {
  call.turn = turn;
  await admit(call);
  const { services, command, caller, line, cli, isVaultOptional, ifRevision, approval, path, group } = call;
  const run = new ProgramRun({
    ...{ client: services.client, turn, command, line, cli, isVaultOptional, gone: caller.gone },
    explain: (told) =>
      explainNames(command, told, {
        mayRun: (name) => call.mayRun(name),
        kindOf: (path) => services.kindOf(path, told.call.vault, turn, told.cli),
        failsForFolder: call.source.forgiving !== undefined,
      }),
  });
  const { shown } = approval ?? {};
  try {
    const outcome = await call.carry(run, {
      ifRevision: ifRevision ?? (shown && 'revision' in shown ? shown.revision : undefined),
      newNote: shown && 'newNote' in shown ? shown.newNote : undefined,
      path,
      key: caller.key,
      group,
      mayRead: () => call.mayRun('read'),
      requireStillAllowed: () => requireStillAllowed(call),
    });
    audit(call, outcome);
    return { ...outcome, duration: run.duration, waited: Math.round(turn.waited) };
  } catch (error) {
    // A BridgeError means that nothing was run. After any other error, the command may have run.
    if (!(error instanceof BridgeError)) audit(call, 'unknown');
    throw error;
  }
}

/** Tells the host about a call that may have changed something. */
function audit(call: Call, end: Outcome | 'unknown'): void {
  const { audit: tell } = call.services;
  const entry = tell && auditEntry(call, end);
  if (entry) tell(entry);
}

/** Logs a call that ran. @returns its outcome, completed for the caller */
function finished(call: Call, run: Outcome): CallOutcome {
  const { services, command, line, caller, vaultName: vault, approval } = call;
  const outcome = finish(call, run);
  const isChange = mayChange(command, line);
  services.log.record(command.name, caller, { vault, decidedBy: approval?.by, isChange, ...outcome });
  return outcome;
}

/** Logs why a call was not run. @returns the error to answer with */
function refused(call: Call, error: unknown): unknown {
  const { services, command, caller, settings } = call;
  if (!(error instanceof BridgeError) || command === undefined) return error;
  services.log.record(command.name, caller, { code: error.code });
  const facts: HintFacts = {
    command: command.name,
    interface: caller.interface,
    writes: command.byBridge === 'edit' ? 'part' : command.writes && 'text',
    setting: refusingSetting(error.code, command.name, settings),
  };
  return error.about(command.name, call.hint(error.context.hint ?? hintFor(error.code, facts)));
}
