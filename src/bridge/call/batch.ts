import { performance } from 'node:perf_hooks';
import type { CliTurn } from '../cli/turn';
import { BridgeError } from '../errors';
import type { Call, CallSource } from './call';
import type { BatchItem } from './outcome';
import { CLIENT_LEFT } from './repeats/ended-items';
import type { KeptItems } from './repeats/remembered-calls';

/** The name of a batch in answers and in the log. */
export const BATCH = 'batch';

/** A batch starts no more calls after this much of its turn. */
const TURN_MS = 120_000;

/** One call of a batch, not yet checked. */
export interface BatchCall {
  /** Exact, or in any spelling for a forgiving source. */
  readonly name: string;
  readonly source: CallSource;
}

/** The results of a batch, in the order of its calls. */
export interface BatchResult {
  readonly ok: boolean;
  readonly items: readonly BatchItem[];
  /** Milliseconds spent in the queue. */
  readonly waited: number;
}

/** How the calls of a batch run. */
export interface SequenceOptions {
  /** The results of the calls that are not run again, by index. */
  readonly kept: KeptItems;
  readonly turn: CliTurn;
  /** Whether no more calls run after one that failed. */
  readonly stopOnError: boolean;
  /** Fires when the client leaves. */
  readonly gone: AbortSignal;
}

/**
 * Runs the calls of a batch one after the other, in one turn of the queue. A call is not run if the client has left, if an
 * earlier one failed and the batch stops on errors, if the bridge is stopping, or if the calls before it took too long.
 * @returns one result for each call
 */
export async function runInSequence(
  calls: readonly Call[],
  { kept, turn, stopOnError, gone }: SequenceOptions,
  run: (call: Call) => Promise<BatchItem>,
): Promise<readonly BatchItem[]> {
  if (calls.length > 1) turn.hold();
  const lastStart = performance.now() + TURN_MS;
  const items: BatchItem[] = [];
  let isFailed = false;
  for (const [index, call] of calls.entries()) {
    const item = kept.get(index) ?? reasonNotToRun()?.about(call.command.name) ?? (await run(call));
    items.push(item);
    isFailed ||= item instanceof BridgeError;
  }
  return items;

  function reasonNotToRun(): BridgeError | undefined {
    if (gone.aborted) return notRun(CLIENT_LEFT);
    if (isFailed && stopOnError) return notRun('an earlier call failed');
    if (turn.isStopping()) return BridgeError.of('stopping', { retryAfter: 5 });
    return performance.now() > lastStart ? notRun('the calls before it took 2 minutes') : undefined;
  }
}

function notRun(reason: string): BridgeError {
  return BridgeError.of('not_run', { reason });
}
