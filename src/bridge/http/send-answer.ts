import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { clearInterval, setImmediate, setInterval } from 'node:timers';
import type { Command } from '../commands/catalogue/command';
import type { Outcome } from '../commands/outcome';
import { amount, BridgeError } from '../errors';
import { nextTurn } from '../loop-turn';
import type { LongBody } from './long-body';
import type { Reply } from './reply';

/** The largest sum of all outputs that are being sent, in bytes. */
export const ANSWER_MEMORY = 128 * 1024 * 1024;
/** Outputs up to this size are not counted: at most a few hundred a second are printed. */
const SMALL_ANSWER = 4 * 1024;

/** How long clients may still take for answers whose memory others need, and how long that need counts. */
const WANTED_MS = 60_000;

/** An outcome that may be sent, and the function that frees its memory afterwards. */
export interface AdmittedAnswer {
  readonly outcome: Outcome;
  readonly release: () => void;
  /** How fast the client must read it now, in bytes per second, so that others get the memory that they were refused. */
  readonly leastRate: () => number;
}

/** Several outcomes that are sent together. */
export interface AnswerCollection extends Omit<AdmittedAnswer, 'outcome'> {
  /** As {@link AnswerMemory.admit}; `release` frees the memory of all. */
  readonly admit: (command: Command, outcome: Outcome) => Outcome;
}

/** Bounds the memory taken by the outputs of commands until their clients have read them. */
export class AnswerMemory {
  private used = 0;
  /** When an answer did not fit last. */
  private refusedAt = -Infinity;

  /**
   * Reserves memory for an answer. If there is none left, an answer that can be requested again is refused; any other
   * is cut down to the beginning and the end of its output.
   * @throws BridgeError `answers_full`
   */
  admit({ kind }: Command, outcome: Outcome): AdmittedAnswer {
    const counted = countedOf(outcome);
    if (this.used + counted <= ANSWER_MEMORY) {
      this.used += counted;
      return {
        outcome,
        release: () => (this.used -= counted),
        leastRate: () => (performance.now() - this.refusedAt < WANTED_MS ? (counted / WANTED_MS) * 1_000 : 0),
      };
    }
    this.refusedAt = performance.now();
    if (kind === 'read') throw BridgeError.of('answers_full', { limit: ANSWER_MEMORY, retryAfter: 5 });
    return { outcome: shortened(outcome), release: () => undefined, leastRate: () => 0 };
  }

  /** Reserves memory for several answers, which is freed at one time. */
  collection(): AnswerCollection {
    const admitted: AdmittedAnswer[] = [];
    let own = 0;
    return {
      admit: (command, given) => {
        const size = countedOf(given);
        // No waiting would help.
        if (command.kind === 'read' && own + size > ANSWER_MEMORY)
          throw BridgeError.of('answers_full', { limit: ANSWER_MEMORY, isOneBatch: true, hint: FEWER_CALLS });
        const answer = this.admit(command, given);
        own += size;
        admitted.push(answer);
        return answer.outcome;
      },
      release: () => {
        for (const { release } of admitted.splice(0)) release();
      },
      leastRate: () => admitted.reduce((sum, { leastRate }) => sum + leastRate(), 0),
    };
  }
}

const FEWER_CALLS = 'Send fewer calls in one batch, or ask for less, for example with limit.';

/** What the answer keeps in memory, in bytes; nothing for a small one. */
function countedOf({ stdout, stderr, long }: Outcome): number {
  const size = (long?.stdout?.size ?? stdout.length) + (long?.stderr?.size ?? stderr.length);
  return size <= SMALL_ANSWER ? 0 : size;
}

function shortened({ long: _, data: __, ...outcome }: Outcome): Outcome {
  const warning = `Answers of ${amount(ANSWER_MEMORY)} bytes are being sent already, so of a long output only the beginning and the end are here.`;
  return { ...outcome, warnings: [...outcome.warnings, warning] };
}

/**
 * The lowest rate at which a client must read an answer, in bytes per second: far below any network that the bridge is used
 * over, and enough to keep the largest answer for no longer than half an hour. Node has no such limit, so an answer that is
 * hardly read would keep its memory forever.
 */
const LEAST_RATE = 64 * 1024;

/**
 * Sends a reply, a long one slice by slice, as fast as the client reads and with the event loop free in between.
 * @param windowMs over how long the client's rate is measured; what the system takes in advance counts for the first window
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, release, leastRate = () => 0 }: Reply,
  windowMs: number,
): void {
  if (release) onClose(response, release);
  if (response.destroyed) return;
  const progress = { bytes: 0 };
  response.writeHead(status, headers);
  if (request.method === 'HEAD') response.end();
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else void sendSlices(response, body, progress);
  // Most responses are sent before the next turn of the event loop, and need no timer.
  setImmediate(() => {
    if (!response.writableFinished && !response.destroyed)
      watchReader(response, progress, windowMs, leastRate);
  });
}

function onClose(response: ServerResponse, act: () => void): void {
  if (response.destroyed) act();
  else response.once('close', act);
}

async function sendSlices(
  response: ServerResponse,
  body: LongBody,
  progress: { bytes: number },
): Promise<void> {
  for (const slice of body) {
    if (response.destroyed) return;
    const isFull = !response.write(slice, () => (progress.bytes += slice.length));
    if (isFull) await room(response);
    await nextTurn();
  }
  response.end();
}

/** Waits until the client has read what was sent, or has disconnected. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}

/** Disconnects a client that reads too slowly. */
function watchReader(
  response: ServerResponse,
  progress: { readonly bytes: number },
  windowMs: number,
  leastRate: () => number,
): void {
  let before = 0;
  // A response that waits for others on its connection is not sent yet.
  let isWaiting = response.socket === null;
  const timer = setInterval(() => {
    const rate = Math.max(LEAST_RATE, leastRate());
    const isSlow = progress.bytes - before < (rate * windowMs) / 1_000;
    if (!isWaiting && isSlow) response.socket?.destroy();
    before = progress.bytes;
    isWaiting = response.socket === null;
  }, windowMs);
  response.once('close', () => clearInterval(timer));
}
