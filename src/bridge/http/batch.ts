import type { IncomingMessage } from 'node:http';
import { BATCH } from '../call/batch';
import type { BatchResult } from '../call/batch';
import type * as z from 'zod/v4';
import { BATCH_BODY, BATCH_LIMIT } from '../call/call-schema';
import type { CallInput } from '../call/call-schema';
import { itemEnvelope } from '../call/envelope';
import { BridgeError, hintFor, httpStatusOf, sentenceOf } from '../errors';
import { amount } from '../text/printable';
import type { FailureCode } from '../error-codes/error-codes';
import { isObject } from '../text/json';
import { BATCH_LIMITS, malformedBody, readBody } from './body';
import { json } from './reply';
import type { Reply } from './reply';
import { callFromJson, jsonFromBody } from './rest-input';

/** What a client asked for, not yet checked against the commands. */
export interface BatchRequest {
  readonly calls: readonly { readonly name: string; readonly input: CallInput }[];
  readonly stopOnError: boolean;
}

const SHAPE_HINT =
  'Send an object such as {"calls": [{"command": "read", "params": {"path": "Note.md"}}], "stopOnError": true}.';
/** The next step after a request that is not a valid batch. */
const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
  malformed_body: `${SHAPE_HINT.slice(0, -1)}, with the header "Content-Type: application/json".`,
  body_too_large: 'Send fewer calls in one batch, or a long text in a call of its own.',
};

/** Reads a batch from the body of a POST request. @throws BridgeError */
export async function readBatch(request: IncomingMessage, query: string): Promise<BatchRequest> {
  return readBatchBody(request, query).catch((error: unknown) => {
    const hint = error instanceof BridgeError ? (error.context.hint ?? HINTS[error.code]) : undefined;
    throw error instanceof BridgeError && hint !== undefined ? error.with({ hint }) : error;
  });
}

async function readBatchBody(request: IncomingMessage, query: string): Promise<BatchRequest> {
  if (query !== '') throw malformedBody(`A batch has no query string. ${SHAPE_HINT}`);
  const body = await readBody(request);
  const value = jsonFromBody(body, request.headers['content-type'], BATCH_LIMITS);
  const problem = BATCH_BODY.safeParse(value).error?.issues.find(isOfBatch);
  if (problem) throw batchError(problem, value);
  const { calls, stopOnError = true } = value as { calls: readonly unknown[]; stopOnError?: boolean };
  return { calls: calls.map(readCall), stopOnError };
}

/** Whether the problem is in the batch itself, not in one of its calls. */
function isOfBatch({ path }: z.core.$ZodIssue): boolean {
  return path.length < 2;
}

function batchError({ path: [field], code }: z.core.$ZodIssue, value: unknown): BridgeError {
  if (field === 'stopOnError') return malformedBody(`"stopOnError" must be true or false. ${SHAPE_HINT}`);
  if (field !== 'calls') return malformedBody(`The body must be an object with "calls". ${SHAPE_HINT}`);
  if (code === 'too_small') return malformedBody(`"calls" must have at least one call. ${SHAPE_HINT}`);
  if (code !== 'too_big') return malformedBody(`"calls" must be an array of calls. ${SHAPE_HINT}`);
  const { length } = (value as { calls: readonly unknown[] }).calls;
  const detail = `A batch has ${BATCH_LIMIT} calls at most, and this one has ${amount(length)}.`;
  return BridgeError.of('malformed_body', { detail, hint: 'Send the rest in a further batch.' });
}

function readCall(call: unknown, index: number): BatchRequest['calls'][number] {
  try {
    const { command, ...others } = isObject(call) ? call : {};
    if (typeof command !== 'string')
      throw malformedBody(`Each call must be an object with a "command". ${SHAPE_HINT}`);
    const input = callFromJson(others, 'A call', SHAPE_HINT);
    // Only an explicit `params`, even if empty, means the note that is open in the app.
    return { name: command, input: 'params' in others ? input : { ...input, hasNoBody: true } };
  } catch (error) {
    throw error instanceof BridgeError ? error.with({ data: { index } }) : error;
  }
}

/** The response for a batch that ran: an envelope with one envelope per call in `data`. */
export function batchReply({ ok, items, waited }: BatchResult): Reply {
  const duration = items.reduce((sum, item) => sum + durationOf(item), 0);
  const failure = !ok && {
    error: sentenceOf('batch_failed', {}),
    code: 'batch_failed',
    hint: hintFor('batch_failed'),
  };
  const body = {
    ok,
    command: BATCH,
    exitCode: ok ? 0 : 1,
    stdout: '',
    stderr: '',
    duration,
    waited,
    ...failure,
    data: items.map(itemEnvelope),
  };
  return json(ok ? 200 : httpStatusOf('batch_failed'), JSON.stringify(body));
}

function durationOf(item: BatchResult['items'][number]): number {
  return item instanceof BridgeError ? (item.ran?.duration ?? 0) : item.duration;
}
