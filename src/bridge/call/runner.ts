import { randomBytes } from 'node:crypto';
import type { Caller } from '../caller';
import type { CliTurn } from '../cli/turn';
import { refusingSetting } from '../commands/policy/policy';
import { BridgeError, hintFor } from '../errors';
import type { Ran } from '../errors';
import { StoreTimeout } from '../notes/note-store';
import { isObject } from '../text/json';
import { nextTurn } from '../text/loop-turn';
import { whenApproved } from './approval/approve';
import { auditEntry } from './audit';
import { BATCH, runInSequence } from './batch';
import type { BatchCall, BatchResult, SequenceOptions } from './batch';
import { Call } from './call';
import type { CallSource } from './call';
import type { CallContext } from './context';
import { carrierOf } from './carriers/carriers';
import { KEPT_PARTS } from './carriers/kept-parts';
import { changeReport, missingFolders } from './change-warnings';
import { finish, finishFailure } from './finish';
import { rememberTexts } from './note/known-text';
import { closeStores } from './note/open-stores';
import { withOtherDay } from './other-day';
import type { BatchItem, CallOutcome, Outcome } from './outcome';
import { storeError } from './note/change-note';
import { mayChange } from './policy/read-only';
import { RememberedCalls } from './repeats/remembered-calls';
import { admit, prepare } from './steps';

/** Runs the calls of all interfaces, and of the host itself. */
export class CallRunner {
  private readonly remembered: RememberedCalls;

  constructor(private readonly context: CallContext) {
    this.remembered = new RememberedCalls(context.changes);
  }

  /**
   * Runs one command.
   * @param name exact, or in any spelling for a forgiving source
   * @throws BridgeError that has what ran if it failed, or without if nothing was run
   */
  async run(name: string, source: CallSource, caller: Caller): Promise<CallOutcome> {
    const call = new Call(this.context, name, source, caller);
    let item: BatchItem;
    try {
      await this.prepare(call);
      if (call.earlier) return call.earlier;
      item = await this.onlyOnce(call, () => this.runAlone(call));
    } catch (error) {
      throw await this.failed(call, error);
    }
    if (item instanceof BridgeError) throw item;
    return item;
  }

  /** The result of a call: that of the first time if this is a repetition. @throws what `run` throws */
  private async onlyOnce(call: Call, run: () => Promise<BatchItem>): Promise<BatchItem> {
    const [item] = await this.remembered.answer([call], async () => [await run()]);
    if (!item) throw new Error('The call has no result.');
    return item;
  }

  /** Runs one call in a turn of its own, after its approval. @throws BridgeError if nothing was run */
  private runAlone(call: Call): Promise<BatchItem> {
    const run = async (): Promise<BatchItem> => {
      const { caller } = call;
      // The person at this computer does not wait for the scripts that have the same key.
      const turnOf = { gone: caller.gone, client: call.isOfHost ? undefined : caller.key.id };
      try {
        return finished(call, await this.context.client.inTurn(turnOf, (turn) => runInTurn(call, turn)));
      } catch (error) {
        if (error instanceof BridgeError && error.ran) return failedRun(call, error, error.ran);
        throw error;
      }
    };
    return whenApproved([call], call.caller, run, (allowed) => this.completed(call, allowed));
  }

  /** The result of a call whose client was answered before. Never rejects. */
  private async completed(call: Call, run: () => Promise<BatchItem>): Promise<BatchItem> {
    try {
      return await this.onlyOnce(call, run);
    } catch (error) {
      return this.resultOf(call, await this.failed(call, error));
    }
  }

  /** An unexpected error as a result of the call. */
  private resultOf(call: Call, error: unknown): BridgeError {
    if (error instanceof BridgeError) return error;
    this.context.reportError(error);
    return BridgeError.of('internal_error', { command: call.command.name });
  }

  /**
   * Checks several calls, then runs them in sequence in one turn of the queue, so that no other client's calls run in between.
   * @throws BridgeError if none was run; if a call was refused, `data` has its index
   */
  async runBatch(
    batch: readonly BatchCall[],
    { stopOnError }: Pick<SequenceOptions, 'stopOnError'>,
    caller: Caller,
  ): Promise<BatchResult> {
    const { client, log } = this.context;
    const calls = await this.prepareAll(batch, caller);
    let waited = 0;
    try {
      const turnOf = { gone: caller.gone, client: caller.key.id };
      const items = await this.remembered.answer(calls, (kept) =>
        whenApproved(
          calls.filter((_, index) => !kept.has(index)),
          caller,
          () =>
            client.inTurn(turnOf, (turn) => {
              waited = Math.round(turn.waited);
              return runInSequence(calls, { kept, turn, stopOnError, gone: caller.gone }, (call) =>
                this.runOne(call, turn),
              );
            }),
        ),
      );
      return { ok: !items.some((item) => item instanceof BridgeError), items, waited };
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
      const call = new Call(this.context, name, source, caller);
      call.group = group;
      try {
        await this.prepare(call);
      } catch (error) {
        const answer = await this.failed(call, error);
        throw answer instanceof BridgeError ? answer.with({ data: { index } }) : answer;
      }
      calls.push(call);
    }
    return calls;
  }

  /** Takes the steps before the queue, and has the carrier of the call check it. @throws BridgeError */
  private async prepare(call: Call): Promise<void> {
    await prepare(call);
    if (call.earlier) return;
    call.carrier = carrierOf(call);
    call.carrier.check?.(call);
  }

  /** Logs why a call failed or was not run. @returns the error to answer with */
  private async failed(call: Call, error: unknown): Promise<unknown> {
    const otherwise = await withOtherDay(call, error, (name, source) => this.run(name, source, call.caller));
    return failed(call, otherwise);
  }

  /** Turns an unexpected error into a result of this call, because earlier calls may have changed something. */
  private async runOne(call: Call, turn: CliTurn): Promise<BatchItem> {
    if (call.earlier) return call.earlier;
    try {
      return finished(call, await runInTurn(call, turn));
    } catch (error) {
      return this.resultOf(call, failed(call, error));
    }
  }
}

/** Runs a call whose turn has come. @throws BridgeError that has what ran if it failed, or without if nothing was run */
async function runInTurn(call: Call, turn: CliTurn): Promise<Outcome> {
  call.turn = turn;
  await admit(call);
  const waited = Math.round(turn.waited);
  try {
    const missing = await missingFolders(call);
    const carrier = call.approval?.kept ? KEPT_PARTS : call.carrier;
    const outcome = await carrier.carry(call).finally(() => closeStores(call));
    call.context.changeCounts.count(call.caller.key, call);
    const change = keptChange(call);
    audit(call, 'ok', 0);
    await rememberTexts(call, outcome);
    const { warnings, section } = await changeReport(call, { missing, change });
    const { data } = outcome;
    const facts = {
      ...(isObject(data) && { processes: call.spent.processes }),
      ...(section !== undefined && { section }),
    };
    return {
      ...outcome,
      warnings: [...outcome.warnings, ...warnings],
      ...(isObject(data) || change !== undefined ? { data: { ...(data as object), ...facts, change } } : {}),
      duration: Math.round(call.spent.duration),
      waited,
    };
  } catch (thrown) {
    const error = thrown instanceof StoreTimeout ? storeError(thrown, '') : thrown;
    const change = keptChange(call);
    await rememberTexts(call);
    const hasRun = error instanceof BridgeError && error.ran !== undefined;
    // Without that, nothing was run. After any other error, the command may have run.
    if (hasRun) audit(call, error.code, error.ran?.exitCode ?? null);
    else if (!(error instanceof BridgeError)) audit(call, 'unknown', null);
    if (!hasRun) throw error;
    const run = error.asRun({ duration: Math.round(call.spent.duration), waited });
    throw change === undefined ? run : run.with({ data: { ...run.context.data, change } });
  }
}

/** Lists what the call has changed. @returns the id of the change; undefined if there is none */
function keptChange({ made, context, caller, group, command }: Call): string | undefined {
  return made && context.changes.add(made, { key: caller.key, group, command: command.name });
}

/** Notifies the host of a call that may have changed something. */
function audit(call: Call, result: string, exitCode: number | null): void {
  const { audit: tell } = call.context;
  const entry = tell && !call.isOfHost ? auditEntry(call, result, exitCode) : undefined;
  if (entry) tell?.(entry);
}

/** Logs a call that ran. @returns its outcome, completed for the caller */
function finished(call: Call, run: Outcome): CallOutcome {
  const whole = finish(call, run);
  const outcome = call.source.cut?.(call, whole) ?? whole;
  record(call, outcome);
  return outcome;
}

/** Logs a call that ran. */
function record(
  call: Call,
  result: Pick<Outcome, 'duration' | 'waited' | 'outputBytes'> & Partial<Pick<Outcome, 'discardedBytes'>>,
  code?: BridgeError['code'],
): void {
  const { context, command, line, caller, vaultName: vault, approval, made, note } = call;
  if (call.isOfHost) return;
  const { duration, waited, outputBytes, discardedBytes = 0 } = result;
  const isChange = mayChange(command, line);
  const path = isChange ? (made?.steps[0]?.path ?? note.path) : undefined;
  const decidedBy = approval?.by;
  const facts = { duration, waited, outputBytes, discardedBytes, vault, path, decidedBy, isChange };
  context.log.record(command.name, caller, { ...facts, code });
}

/** Logs why a call failed, or was not run. @returns the error to answer with */
function failed(call: Call, error: unknown): unknown {
  const { context, command, caller, settings } = call;
  // Without a command, the call was refused before it was one.
  if (!(error instanceof BridgeError) || !isFound(call)) return error;
  if (error.ran) return failedRun(call, error, error.ran);
  if (call.isOfHost) return error.about(command.name);
  context.log.record(command.name, caller, { code: error.code });
  const usualHint = hintFor(error.code, {
    command: command.name,
    interface: caller.interface,
    writes: command.byBridge === 'edit' ? 'part' : command.writes && 'text',
    setting: refusingSetting(error.code, command.name, settings),
  });
  return error.about(command.name, call.hint(error.context.hint ?? usualHint));
}

/** Logs a call that ran and failed. @returns the failure, completed for the caller */
function failedRun(call: Call, error: BridgeError, ran: Ran): BridgeError {
  const failure = finishFailure(call, error);
  record(call, ran, error.code);
  return failure;
}

/** Whether the command of the call is known. */
function isFound(call: Partial<Pick<Call, 'command'>>): boolean {
  return call.command !== undefined;
}
