import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { BridgeError } from '../../errors';
import { withTimeout } from '../../text/with-timeout';
import type { ApprovalAnswer, ApprovalPort, ApprovalRequest, PausedClients } from './approval-port';

/** Time to answer, counted from when the question arrives. MCP clients give up after 60 s. */
const ANSWER_MS = 45_000;
/** How long "allow for a while" lasts. */
const WHILE_MS = 10 * 60_000;
/** How long the next question waits for allowed calls to end, so that it shows the notes as they are then. */
const HOLD_MS = 5_000;
/** Questions of one client that wait for their turn, so that no client can flood the user. */
const MOST_WAITING = 5;
/** Characters of the parameters in all undecided questions of one client: they are kept until the person answers. */
const MOST_CHARS = 32 * 1024 * 1024;

/** A request for approval, and who it came from. */
export interface Question {
  readonly request: Omit<ApprovalRequest, 'msLeft'>;
  /**
   * The same request with what would become of the notes. Called when it is shown: no other question has the texts of notes.
   * @throws BridgeError when there is nothing to ask
   */
  readonly preview: () => Promise<Omit<ApprovalRequest, 'msLeft'>>;
  /** The id of the key. */
  readonly clientId: string;
  /** The kinds of calls in the request, which the user can allow for a while. */
  readonly kinds: readonly string[];
  /** Fires when the client leaves. */
  readonly gone: AbortSignal;
  /** Throws if the call may no longer run, whatever the user answers. */
  readonly recheck: () => void;
}

interface Pending {
  readonly question: Question;
  /** When it times out, in `performance.now()` time. */
  readonly deadline: number;
  readonly closed: AbortController;
  readonly settle: (end: ApprovalAnswer | Error) => void;
}

/** Asks the user for approval, one question at a time, first come first served. */
export class ApprovalQueue {
  private readonly pending = new Set<Pending>();
  /** The question that the user sees, until the calls that they allowed have ended. */
  private shown: Question | undefined;
  /** When the permission for each kind of call expires, by client. */
  private readonly allowed = new Map<string, Map<string, number>>();
  private isClosed = false;

  /** @param answerMs time the user has to answer */
  constructor(
    private readonly port: ApprovalPort,
    private readonly paused: PausedClients = new Set<string>(),
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** Whether calls of this client are refused instead of asked about. */
  isPaused(clientId: string): boolean {
    return this.paused.has(clientId);
  }

  /** Whether the user has allowed this kind of call for a while, and that time has not run out. */
  isAllowed(clientId: string, kind: string): boolean {
    return (this.allowed.get(clientId)?.get(kind) ?? -Infinity) > performance.now();
  }

  /**
   * Runs the calls if the user allows them.
   * @throws BridgeError when they do not allow it: `denied_by_user`, `approval_timeout`; when the question is not answered:
   * `queue_full`, `cancelled`, `stopping`, and what `recheck` and `preview` throw; also what `run` throws
   */
  async ask<T>(question: Question, run: () => Promise<T>): Promise<T> {
    const { clientId, kinds, request, gone } = question;
    if (this.isClosed) throw BridgeError.of('stopping', { retryAfter: 5 });
    if (gone.aborted) throw BridgeError.of('cancelled', { isReading: true });
    const ofClient = [...this.pending].filter((each) => each.question.clientId === clientId);
    const waiting = ofClient.filter((each) => each.question !== this.shown);
    if (waiting.length >= MOST_WAITING) {
      const unit = `requests for approval from "${request.client}"`;
      throw BridgeError.of('queue_full', { limit: MOST_WAITING, unit, retryAfter: 5 });
    }
    const chars = ofClient.reduce((sum, each) => sum + lengthOf(each.question), lengthOf(question));
    if (ofClient.length > 0 && chars > MOST_CHARS) {
      const unit = `characters in requests of "${request.client}" for the user's approval`;
      throw BridgeError.of('queue_full', { limit: MOST_CHARS, unit, retryAfter: 5 });
    }
    let running: Promise<T>;
    try {
      const answer = await this.answerTo(question);
      if (answer === 'deny_and_pause') this.pause(clientId);
      if (answer === 'deny' || answer === 'deny_and_pause')
        throw BridgeError.of('denied_by_user', { command: namesIn(question) });
      if (answer === 'allow_for_a_while' && request.mayAllowForAWhile) this.allow(clientId, kinds);
      running = run();
      await withTimeout(HOLD_MS, running);
    } finally {
      if (this.shown === question) {
        this.shown = undefined;
        this.showNext();
      }
    }
    return running;
  }

  /** Refuses pending calls that may no longer run. Called when settings or keys change. */
  recheck(): void {
    for (const { question, settle } of [...this.pending]) {
      try {
        question.recheck();
      } catch (error) {
        settle(error as Error);
      }
    }
  }

  /** Revokes what was allowed for a while. @param clientId if given, only for this client */
  forget(clientId?: string): void {
    if (clientId === undefined) this.allowed.clear();
    else this.allowed.delete(clientId);
  }

  /** Refuses all pending and future questions. */
  close(): void {
    this.isClosed = true;
    for (const { settle } of [...this.pending]) settle(BridgeError.of('stopping', { retryAfter: 5 }));
  }

  private answerTo(question: Question): Promise<ApprovalAnswer> {
    return new Promise((resolve, reject) => {
      const leave = (): void => pending.settle(BridgeError.of('cancelled', { isReading: true }));
      const timer = setTimeout(() => pending.settle(this.timeout(question)), this.answerMs);
      const pending: Pending = {
        question,
        deadline: performance.now() + this.answerMs,
        closed: new AbortController(),
        settle: (end) => {
          if (!this.pending.delete(pending)) return;
          clearTimeout(timer);
          question.gone.removeEventListener('abort', leave);
          pending.closed.abort();
          if (end instanceof Error) reject(end);
          else resolve(end);
        },
      };
      question.gone.addEventListener('abort', leave, { once: true });
      this.pending.add(pending);
      this.showNext();
    });
  }

  private showNext(): void {
    const [next] = this.pending;
    if (this.shown || !next) return;
    this.shown = next.question;
    this.show(next).then(next.settle, next.settle);
  }

  private async show({ question, deadline, closed }: Pending): Promise<ApprovalAnswer> {
    const request = await question.preview();
    // Nobody waits for the answer anymore.
    if (closed.signal.aborted) return 'deny';
    const msLeft = Math.max(0, deadline - performance.now());
    try {
      return await this.port.ask({ ...request, msLeft }, closed.signal);
    } catch {
      throw BridgeError.of('approval_unavailable', { command: namesIn(question) });
    }
  }

  private timeout(question: Question): BridgeError {
    return BridgeError.of('approval_timeout', {
      command: namesIn(question),
      seconds: Math.round(this.answerMs / 1_000),
    });
  }

  private pause(clientId: string): void {
    this.paused.add(clientId);
    this.forget(clientId);
    this.recheck();
  }

  private allow(clientId: string, kinds: readonly string[]): void {
    const known = this.allowed.get(clientId) ?? new Map<string, number>();
    for (const [kind, until] of known) if (until <= performance.now()) known.delete(kind);
    for (const kind of kinds) known.set(kind, performance.now() + WHILE_MS);
    this.allowed.set(clientId, known);
  }
}

/** Characters of all parameters in a question. */
function lengthOf({ request }: Question): number {
  const values = request.calls.flatMap(({ parameters }) => parameters.map(([, value]) => value));
  return values.reduce((sum, value) => sum + value.length, 0);
}

function namesIn({ request }: Question): string {
  return [...new Set(request.calls.map(({ command }) => command))].join(', ');
}
