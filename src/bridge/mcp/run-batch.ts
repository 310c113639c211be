import type { Caller } from '../caller';
import type { BatchItem, CallOutcome } from '../call/outcome';
import type { CallRunner } from '../call/runner';
import { SHORT_CHARS } from '../call/input/bounds';
import { shorten } from '../text/printable';
import { BridgeError } from '../errors';
import { isObject } from '../text/json';
import type { BatchInput } from './arguments';
import { condense } from './condense';
import { failureAnswer, FAILURE_LIMIT, MIN_TEXT, refusalAnswer, successAnswer } from './run-answer';
import { FILES_OF_SEVERAL } from './file-block';
import { ToolCall } from './tool-call';
import type { ToolContext } from './tool-call';
import type { RunAnswer, ToolAnswer } from './tool-definitions';

/** Runs several calls together. Their answers share one output limit. @throws BridgeError if none was run */
export async function runBatch(
  runner: CallRunner,
  { calls: inputs, stopOnError, maxChars, warnings }: BatchInput,
  tool: ToolContext,
  caller: Caller,
): Promise<ToolAnswer> {
  const calls = inputs.map((input) => new ToolCall(input, tool));
  const sources = calls.map((call) => ({
    name: call.input.command,
    source: call.source(FILES_OF_SEVERAL),
  }));
  const { ok, items } = await runner.runBatch(sources, { stopOnError }, caller);
  const ran = calls.flatMap((call, index): AnsweredItem[] => {
    const item = items[index];
    const { checked, input } = call;
    if (!item || !checked) return [];
    return [
      {
        call,
        item: item instanceof BridgeError ? item : condense(withoutCommonWarnings(item), checked, input.full),
      },
    ];
  });
  // They are given once for all calls.
  function withoutCommonWarnings(item: CallOutcome): CallOutcome {
    return { ...item, warnings: item.warnings.filter((warning) => !warnings.includes(warning)) };
  }
  const content = {
    ok,
    results: answersOf(ran, maxChars),
    ...(warnings.length > 0 && { warnings }),
  };
  return { content, isError: !items.some(succeeded) };
}

/** A call that had its turn. */
interface AnsweredItem {
  readonly item: BatchItem;
  readonly call: ToolCall;
}

/** The answers, each of which names its note. */
function answersOf(ran: readonly AnsweredItem[], maxChars: number): object[] {
  const items = ran.map(({ item }) => item);
  const shares = shared(maxChars, items.map(lengthOf));
  const limit = Math.min(FAILURE_LIMIT, maxChars) / items.filter((item) => !succeeded(item)).length;
  return ran.map((each, index) => {
    const answer = answerOf(each, shares[index] ?? 0, limit);
    const isNamed = isObject(answer.data) && 'path' in answer.data;
    return isNamed ? answer : { ...answer, ...noteOf(each) };
  });
}

function answerOf({ item, call }: AnsweredItem, share: number, limit: number): RunAnswer {
  const { checked } = call;
  if (item instanceof BridgeError) {
    const { code, message, context, ran } = item;
    if (ran) return failureAnswer(item, ran, limit);
    return refusalAnswer({ code, message, ...context }, context.command ?? '', limit);
  }
  if (!checked) throw new Error('A call ran unchecked.');
  const page = { offset: 0, max_chars: share, isOneOfSeveral: true };
  return successAnswer(checked, item, page, call.baseOf(item, share));
}

/** The note that a call names, by the parameter that names it. */
function noteOf({ item, call: { checked } }: AnsweredItem): object {
  const parameters = checked?.line.parameters;
  const name = checked?.command.target.parameters.find((each) => parameters?.has(each));
  const limit = succeeded(item) ? SHORT_CHARS : MIN_TEXT;
  return name === undefined ? {} : { [name]: shorten(parameters?.get(name) ?? '', limit) };
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
