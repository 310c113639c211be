import { performance } from 'node:perf_hooks';
import type { Caller } from '../caller';
import type { CliClient, CliTurn } from '../cli/client';
import { BridgeError } from '../errors';
import { nextTurn } from '../loop-turn';
import type { RequestLog } from '../request-log';
import type { CallSource, PrepareCall, PreparedCall } from './call-steps';
import type { ConfirmInClient, Consent, RequireConsent } from './consent/consent-step';
import type { Outcome } from './outcome';

/** What a batch is called in answers and in the log. */
export const BATCH = 'batch';

/** How long after the beginning of its turn a batch still begins a call. */
const TURN_MS = 120_000;

/** One call of a batch. */
interface BatchCall {
  readonly name: string;
  readonly source: CallSource;
}

/** What has become of one call of a batch: how it ran, or why it did not. */
export type BatchItem = Outcome | BridgeError;

/** What has become of all calls of a batch, in their order. */
export interface BatchResult {
  readonly ok: boolean;
  readonly items: readonly BatchItem[];
  /** Milliseconds that the batch waited in the queue. */
  readonly waited: number;
}

/**
 * Checks several calls, and runs them one after the other in one turn of the queue, so that nothing of another client runs in
 * between.
 * @throws BridgeError when none was run: that of the first call that may not run, with its index in `data`; or what kept the
 * turn from coming
 */
export type RunBatch = (
  calls: readonly BatchCall[],
  options: BatchOptions,
  caller: Caller,
) => Promise<BatchResult>;

/** How several calls run together. */
interface BatchOptions {
  readonly stopOnError: boolean;
  /** Has the client itself ask its user about what is grave, where the client can. */
  readonly confirm?: ConfirmInClient | undefined;
}

interface BatchServices {
  readonly client: CliClient;
  readonly log: RequestLog;
  /** Called with an error that nobody expects. */
  readonly reportError: (error: unknown) => void;
}

/** Makes the path of calls that run together. */
export function createBatch(
  prepare: PrepareCall,
  requireConsent: RequireConsent,
  { client, log, reportError }: BatchServices,
): RunBatch {
  return async (calls, options, caller) => {
    const prepared = await prepareAll(prepare, calls, caller);
    try {
      const consents = await consentTo(prepared, requireConsent, caller, options);
      return await client.inTurn({ gone: caller.gone, client: caller.key.id }, (turn) =>
        runAll(turn, prepared, consents, { ...options, reportError }, caller),
      );
    } catch (error) {
      if (error instanceof BridgeError) log.record(BATCH, caller, { code: error.code });
      throw error;
    }
  };
}

async function prepareAll(
  prepare: PrepareCall,
  calls: readonly BatchCall[],
  caller: Caller,
): Promise<readonly PreparedCall[]> {
  const prepared: PreparedCall[] = [];
  for (const [index, { name, source }] of calls.entries()) {
    // Checking many calls must not hold up what else is due.
    if (index > 0) await nextTurn();
    try {
      prepared.push(await prepare(name, source, caller));
    } catch (error) {
      throw error instanceof BridgeError ? error.with({ data: { index } }) : error;
    }
  }
  return prepared;
}

/** Asks once for all of them. @returns the consent to each */
async function consentTo(
  calls: readonly PreparedCall[],
  requireConsent: RequireConsent,
  caller: Caller,
  { confirm }: BatchOptions,
): Promise<readonly (Consent | undefined)[]> {
  const asked = calls.flatMap(({ consent }) => (consent ? [consent] : []));
  const consents = await requireConsent(asked, caller, confirm);
  return calls.map(({ consent }) => (consent ? consents[asked.indexOf(consent)] : undefined));
}

async function runAll(
  turn: CliTurn,
  calls: readonly PreparedCall[],
  consents: readonly (Consent | undefined)[],
  { stopOnError, reportError }: BatchOptions & Pick<BatchServices, 'reportError'>,
  { gone }: Caller,
): Promise<BatchResult> {
  if (calls.length > 1) turn.hold();
  const lastStart = performance.now() + TURN_MS;
  const items: BatchItem[] = [];
  let hasFailed = false;
  for (const [index, { command, run }] of calls.entries()) {
    const consented = consents[index];
    const item = reasonNotToRun() ?? (await run({ turn, consented }).catch(failureOf));
    items.push(item instanceof BridgeError ? item.about(command.name) : item);
    hasFailed ||= item instanceof BridgeError || !item.ok;
  }
  return { ok: !hasFailed, items, waited: Math.round(turn.waited) };

  /** An unexpected error is that of its call alone: others may have written before it. */
  function failureOf(error: unknown): BridgeError {
    if (error instanceof BridgeError) return error;
    reportError(error);
    return BridgeError.of('internal_error', {});
  }

  function reasonNotToRun(): BridgeError | undefined {
    if (gone.aborted) return notRun('the client had left');
    if (hasFailed && stopOnError) return notRun('a call before it failed');
    if (turn.isStopping()) return BridgeError.of('stopping', { retryAfter: 5 });
    return performance.now() > lastStart ? notRun('those before it had taken 2 minutes') : undefined;
  }
}

function notRun(reason: string): BridgeError {
  return BridgeError.of('not_run', { reason });
}
