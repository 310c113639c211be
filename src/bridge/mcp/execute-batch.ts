import type { Caller } from '../caller';
import type { ConfirmInClient } from '../commands/approval/approval-port';
import type { BatchItem, BatchResult, CallRunner } from '../commands/call/run-calls';
import type { Catalogue } from '../commands/catalogue/catalogue';
import { hasFailed } from '../commands/outcome';
import { BridgeError } from '../errors';
import type { ExecuteBatchInput } from './arguments';
import { failureAnswer, FAILURE_LIMIT, refusalAnswer, successAnswer } from './execute-answer';
import type { OutputCache } from './output-cache';
import { PagedRun } from './paged-run';
import { EXECUTE_FIELDS } from './tool-definitions';
import type { ExecuteAnswer, ToolAnswer } from './tool-definitions';

/** The parts of the bridge that a batch needs. */
interface BatchOptions {
  readonly calls: CallRunner;
  readonly catalogue: Catalogue;
  readonly cache: OutputCache;
}

/** Runs several calls together. Their answers share one output limit. @throws BridgeError if none was run */
export async function executeBatch(
  { calls: runner, catalogue, cache }: BatchOptions,
  { calls, stopOnError, maxChars }: ExecuteBatchInput,
  caller: Caller,
  confirm?: ConfirmInClient,
): Promise<ToolAnswer> {
  const runs = calls.map(() => new PagedRun(0, cache, caller.key.id));
  const sources = calls.map((input, index) => ({
    name: input.command,
    source: {
      forgiving: { ownFields: EXECUTE_FIELDS },
      wantsData: false,
      read: () => input,
      earlier: (...called: Parameters<PagedRun['earlier']>) => runs[index]?.earlier(...called),
    },
  }));
  const result = await runner.runBatch(sources, { stopOnError, confirm }, caller);
  return answerOf(result, { calls, runs, maxChars }, catalogue);
}

function answerOf(
  { ok, items }: BatchResult,
  {
    calls,
    runs,
    maxChars,
  }: Pick<ExecuteBatchInput, 'calls' | 'maxChars'> & { readonly runs: readonly PagedRun[] },
  catalogue: Catalogue,
): ToolAnswer {
  const shares = shared(maxChars, items.map(lengthOf));
  const limit = Math.min(FAILURE_LIMIT, maxChars) / items.filter((item) => !succeeded(item)).length;
  const results: ExecuteAnswer[] = [];
  for (const [index, item] of items.entries()) {
    if (item instanceof BridgeError) {
      const { code, message, context } = item;
      results.push(refusalAnswer({ code, message, ...context }, context.command ?? '', limit));
    } else if (hasFailed(item)) results.push(failureAnswer(item, limit));
    else {
      const share = shares[index] ?? 0;
      const base = runs[index]?.baseOf(item, share);
      const page = { offset: 0, max_chars: share, params: calls[index]?.params, isOneOfSeveral: true };
      results.push(successAnswer(catalogue.get(item.command), item, page, base));
    }
  }
  return { content: { ok, results }, isError: !items.some(succeeded) };
}

function succeeded(item: BatchItem): boolean {
  return !(item instanceof BridgeError) && !hasFailed(item);
}

/** Characters of the output. */
function lengthOf(item: BatchItem): number {
  if (item instanceof BridgeError || hasFailed(item)) return 0;
  return item.stdout.length;
}

/** Divides characters equally; what one does not need goes to the others. */
function shared(most: number, wanted: readonly number[]): number[] {
  const shares = wanted.map(() => 0);
  const smallestFirst = [...wanted.entries()].sort(([, one], [, other]) => one - other);
  let left = most;
  for (const [place, [index, length]] of smallestFirst.entries()) {
    const share = Math.min(length, Math.floor(left / (wanted.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
