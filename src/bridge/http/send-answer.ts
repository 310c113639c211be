import type { IncomingMessage, ServerResponse } from 'node:http';
import { BridgeError } from '../errors';
import { hasBody } from './header-checks';
import type { Reply } from './reply';

/** The limit for all answers being sent, in bytes. */
export const ANSWER_MEMORY = 128 * 1024 * 1024;
/** Bytes of a refused request to read and drop, so that the client sees the answer before the connection closes. */
const DROPPED_BYTES = 64 * 1024 * 1024;

/** Counts the bytes of answers that clients have not received yet. */
export class AnswerMemory {
  private used = 0;

  /**
   * Counts an answer until it is sent or its connection closes.
   * @param isReading whether the call changed nothing, so that it can be made again; any other answer is always sent
   * @throws BridgeError `answers_full`
   */
  hold(reply: Reply, isReading: boolean): Reply {
    const bytes = Buffer.byteLength(reply.body);
    if (isReading && this.used + bytes > ANSWER_MEMORY)
      throw BridgeError.of('answers_full', { limit: ANSWER_MEMORY, retryAfter: 5 });
    this.used += bytes;
    return { ...reply, release: () => (this.used -= bytes) };
  }
}

/**
 * Sends a reply.
 * @param stalledMs how long the client may read nothing before it is disconnected
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, stream, release }: Reply,
  stalledMs: number,
): void {
  if (release) {
    if (response.destroyed) release();
    else response.once('close', release);
  }
  if (response.destroyed) return;
  response.setTimeout(stalledMs);
  // First, because Node's own listener starts the clock for an idle connection.
  response.prependOnceListener('finish', () => response.setTimeout(0));
  response.writeHead(status, headers);
  if (stream) stream(response);
  else if (request.method === 'HEAD') response.end();
  else if (request.complete || !hasBody(request)) response.end(body);
  else {
    response.write(body);
    dropRest(request, (isTooMuch) => response.end(() => isTooMuch && request.socket.destroy()));
  }
}

/** Drains an unwanted body. @param done called once, when the body ends or is too long */
function dropRest(request: IncomingMessage, done: (isTooMuch: boolean) => void): void {
  let dropped = 0;
  const end = (): void => finish(false);
  const count = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > DROPPED_BYTES) finish(true);
  };
  const finish = (isTooMuch: boolean): void => {
    request.off('data', count).off('end', end).off('close', end);
    done(isTooMuch);
  };
  request.on('data', count).on('end', end).on('close', end);
}
