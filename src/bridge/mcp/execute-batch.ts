import type { Caller } from '../caller';
import type { Call } from '../call/call';
import type { BatchItem } from '../call/outcome';
import type { CallRunner } from '../call/runner';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import { SHORT_CHARS } from '../call/input/bounds';
import { shorten } from '../text/shorten';
import { BridgeError } from '../errors';
import { isObject } from '../text/json';
import type { ExecuteBatchInput } from './arguments';
import { condense } from './condense';
import { failureAnswer, FAILURE_LIMIT, LEAST_TEXT, refusalAnswer, successAnswer } from './execute-answer';
import { FILES_OF_SEVERAL } from './file-block';
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
): Promise<ToolAnswer> {
  const runs = calls.map(() => new PagedRun(0, cache, caller.key.id));
  const sources = calls.map((input, index) => ({
    name: input.command,
    source: {
      forgiving: { ownFields: EXECUTE_FIELDS },
      files: FILES_OF_SEVERAL,
      read: () => input,
      earlier: (call: Call) => runs[index]?.earlier(call),
    },
  }));
  const { ok, items } = await runner.runBatch(sources, { stopOnError }, caller);
  const ran = items.map((item, index): Ran => {
    const command = catalogue.get((item instanceof BridgeError ? item.context.command : item.command) ?? '');
    const run = runs[index];
    const parameters = run?.parameters ?? new Map<string, string>();
    const isFull = calls[index]?.full === true;
    const condensed = item instanceof BridgeError ? item : condense(item, command, parameters, isFull);
    return { item: condensed, run, command, parameters };
  });
  return { content: { ok, results: answersOf(ran, maxChars) }, isError: !items.some(succeeded) };
}

/** A call that had its turn, as far as its answer needs it. */
interface Ran {
  readonly item: BatchItem;
  readonly run: PagedRun | undefined;
  readonly command: Command | undefined;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The answers, each of which names its note. */
function answersOf(ran: readonly Ran[], maxChars: number): object[] {
  const items = ran.map(({ item }) => item);
  const shares = shared(maxChars, items.map(lengthOf));
  const limit = Math.min(FAILURE_LIMIT, maxChars) / items.filter((item) => !succeeded(item)).length;
  return ran.map((each, index) => {
    const answer = answerOf(each, shares[index] ?? 0, limit);
    const isNamed = isObject(answer.data) && 'path' in answer.data;
    return isNamed ? answer : { ...answer, ...noteOf(each) };
  });
}

function answerOf({ item, run, command, parameters }: Ran, share: number, limit: number): ExecuteAnswer {
  if (item instanceof BridgeError) {
    const { code, message, context, ran } = item;
    if (ran) return failureAnswer(item, ran, limit);
    return refusalAnswer({ code, message, ...context }, context.command ?? '', limit);
  }
  const page = { offset: 0, max_chars: share, parameters, isOneOfSeveral: true };
  return successAnswer(command, item, page, run?.baseOf(item, share));
}

/** The note that a call names, by the parameter that names it. */
function noteOf({ item, command, parameters }: Ran): object {
  const name = command?.target.parameters.find((each) => parameters.has(each));
  const limit = succeeded(item) ? SHORT_CHARS : LEAST_TEXT;
  return name === undefined ? {} : { [name]: shorten(parameters.get(name) ?? '', limit) };
}

function succeeded(item: BatchItem): boolean {
  return !(item instanceof BridgeError);
}

/** Characters of the output. */
function lengthOf(item: BatchItem): number {
  return item instanceof BridgeError ? 0 : item.stdout.length;
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
