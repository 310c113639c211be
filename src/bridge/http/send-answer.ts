import type { IncomingMessage, ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';
import { BridgeError } from '../errors';
import { hasBody } from './header-checks';
import type { Reply } from './reply';

/** The limit for all answers being sent, in bytes. */
export const ANSWER_MEMORY = 128 * 1024 * 1024;
/** Bytes of a refused request to read and drop, so that the client sees the answer before the connection closes. */
const DROPPED_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

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
  response.writeHead(status, headers);
  if (stream) stream(response);
  else if (request.method === 'HEAD') response.end();
  else if (request.complete || !hasBody(request)) writeBody(response, body, stalledMs);
  else {
    response.write(body);
    dropRest(request, (isTooMuch) => {
      cutWhenStalled(response, stalledMs);
      response.end(() => isTooMuch && request.socket.destroy());
    });
  }
}

/** Writes the body in pieces, because the system reports only whole pieces as received. */
function writeBody(response: ServerResponse, body: Reply['body'], stalledMs: number): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const hasTaken = cutWhenStalled(response, stalledMs);
  let start = 0;
  const writeNext = (error?: Error | null): void => {
    if (error) return;
    hasTaken();
    const piece = bytes.subarray(start, (start += PIECE_BYTES));
    if (start < bytes.length) response.write(piece, writeNext);
    else response.end(piece);
  };
  writeNext();
}

/**
 * Disconnects the client if it takes nothing for so long. Node's own time-out of a connection comes up to twice as late.
 * @returns a function to call whenever the client has taken something
 */
function cutWhenStalled(response: ServerResponse, stalledMs: number): () => void {
  let clock: NodeJS.Timeout | undefined;
  let quiet = 0;
  const start = (): void => {
    // In halves: after a pause of the whole app, what the client has received meanwhile is reported before the second.
    clock = setInterval(() => {
      quiet += 1;
      if (quiet === 2) response.req.socket.destroy();
    }, stalledMs / 2);
  };
  // Until then, an earlier answer is being sent on the same connection.
  if (response.socket) start();
  else response.once('socket', start);
  response.once('close', () => clearInterval(clock));
  return () => {
    quiet = 0;
    clock?.refresh();
  };
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
