import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { BridgeError } from '../../errors';
import { withTimeout } from '../../text/with-timeout';
import type { ApprovalAnswer, ApprovalPort, PausedClients } from './approval-port';
import { KeptQuestions } from './kept-questions';
import type { AllowedHunks, Question } from './question';

/** Time to answer, counted from when the question arrives. MCP clients give up after 60 s. */
const ANSWER_MS = 45_000;
/** How long "allow for a while" lasts. */
const WHILE_MS = 10 * 60_000;
/** How long the next question waits for allowed calls to end, so that it shows the notes as they are then. */
const HOLD_MS = 5_000;
/** Questions of one client that wait for their turn, so that no client can flood the user. */
const MAX_WAITING = 5;
/** Characters of the parameters in all undecided questions of one client: they are kept until the person answers. */
const MAX_CHARS = 32 * 1024 * 1024;

interface Pending {
  readonly question: Question;
  /** When it times out, in `performance.now()` time; undefined for one that the user has opened. */
  readonly deadline: number | undefined;
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
  /** Those that were not answered in time. */
  readonly kept: KeptQuestions;

  /**
   * @param answerMs time the user has to answer
   * @param changed called when a question is kept, or answered later on
   */
  constructor(
    private readonly port: ApprovalPort,
    private readonly paused: PausedClients = new Set<string>(),
    private readonly answerMs = ANSWER_MS,
    changed: () => void = () => undefined,
  ) {
    this.kept = new KeptQuestions(changed);
  }

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
   * @throws BridgeError when they do not allow it: `denied_by_user`, `approval_pending`, `approval_timeout`; when the question is
   * not answered: `queue_full`, `cancelled`, `stopping`, and what `recheck` and `preview` throw; also what `run` throws
   */
  async ask<T>(question: Question, run: (hunks: AllowedHunks) => Promise<T>): Promise<T> {
    const { clientId, request, gone, later } = question;
    if (this.isClosed) throw BridgeError.of('stopping', { retryAfter: 5 });
    if (gone.aborted) throw BridgeError.of('cancelled', { isReading: true });
    const same = later && this.kept.find(clientId, later.digest);
    if (same !== undefined) throw pendingError(question, same);
    const ofClient = [...this.pending].filter((each) => each.question.clientId === clientId);
    const waiting = ofClient.filter((each) => each.question !== this.shown);
    if (waiting.length >= MAX_WAITING) {
      const unit = `requests for approval from "${request.client}"`;
      throw BridgeError.of('queue_full', { limit: MAX_WAITING, unit, retryAfter: 5 });
    }
    const chars = ofClient.reduce((sum, each) => sum + lengthOf(each.question), lengthOf(question));
    if (ofClient.length > 0 && chars > MAX_CHARS) {
      const unit = `characters in requests of "${request.client}" for the user's approval`;
      throw BridgeError.of('queue_full', { limit: MAX_CHARS, unit, retryAfter: 5 });
    }
    return this.showing(question, async () => {
      const running = run(this.allowedBy(question, await this.answerTo(question, this.answerMs)));
      await withTimeout(HOLD_MS, running);
      return () => running;
    });
  }

  /**
   * Shows a question that was kept, and does what the user answers.
   * @returns when that is done, or at once if the question does not wait any more
   */
  async open(id: string): Promise<void> {
    const question = this.kept.waiting(id);
    const { later } = question ?? {};
    if (!question || !later || this.isPending(question)) return;
    try {
      question.recheck();
      await this.showing(question, async () => {
        const answer = await this.answerTo(question);
        if (answer === 'later' || this.kept.waiting(id) !== question) return () => undefined;
        const ending = this.kept.end(id, 'allowed', later.run(this.allowedBy(question, answer)));
        await withTimeout(HOLD_MS, ending);
        return () => ending;
      });
    } catch (error) {
      await this.endUnallowed(id, error);
    }
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
    for (const [id, question] of this.kept.allWaiting()) {
      try {
        if (!this.isPending(question)) question.later?.recheck();
      } catch (error) {
        void this.endUnallowed(id, error);
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
    const stopping = BridgeError.of('stopping', { retryAfter: 5 });
    for (const { settle } of [...this.pending]) settle(stopping);
    for (const [id] of this.kept.allWaiting()) void this.endUnallowed(id, stopping);
  }

  /** Does work in which the question is on the screen, and then shows the next one. @returns what the result of the work returns */
  private async showing<T>(question: Question, work: () => Promise<() => T>): Promise<Awaited<T>> {
    let result: () => T;
    try {
      result = await work();
    } finally {
      if (this.shown === question) {
        this.shown = undefined;
        this.showNext();
      }
    }
    return await result();
  }

  /** @throws BridgeError `denied_by_user` */
  private allowedBy(question: Question, answer: ApprovalAnswer): AllowedHunks {
    const { clientId, kinds, request } = question;
    const hunks = typeof answer === 'object' ? new Set(answer.hunks) : undefined;
    if (answer === 'deny_and_pause') this.pause(clientId);
    if (answer === 'deny' || answer === 'deny_and_pause' || answer === 'later' || hunks?.size === 0)
      throw BridgeError.of('denied_by_user', { command: namesIn(question) });
    if (answer === 'allow_for_a_while' && request.mayAllowForAWhile) this.allow(clientId, kinds);
    return hunks;
  }

  /** Ends a kept question whose call is not run. */
  private async endUnallowed(id: string, error: unknown): Promise<void> {
    const later = this.kept.waiting(id)?.later;
    if (!later) return;
    const isDenied = error instanceof BridgeError && error.code === 'denied_by_user';
    await this.kept.end(id, isDenied ? 'denied' : 'gone', later.fail(error as Error));
  }

  private isPending(question: Question): boolean {
    return [...this.pending].some((each) => each.question === question);
  }

  /** @param answerMs time the user has; if absent, the question stays until it is answered */
  private answerTo(question: Question, answerMs?: number): Promise<ApprovalAnswer> {
    return new Promise((resolve, reject) => {
      const gone = answerMs === undefined ? undefined : question.gone;
      const leave = (): void => pending.settle(BridgeError.of('cancelled', { isReading: true }));
      const timer =
        answerMs === undefined
          ? undefined
          : setTimeout(() => pending.settle(this.timeout(question)), answerMs);
      const pending: Pending = {
        question,
        deadline: answerMs === undefined ? undefined : performance.now() + answerMs,
        closed: new AbortController(),
        settle: (end) => {
          if (!this.pending.delete(pending)) return;
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          pending.closed.abort();
          if (end instanceof Error) reject(end);
          else resolve(end);
        },
      };
      gone?.addEventListener('abort', leave, { once: true });
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
    const msLeft = deadline === undefined ? undefined : Math.max(0, deadline - performance.now());
    const isKept = deadline !== undefined && this.kept.hasRoom(question);
    try {
      return await this.port.ask({ ...request, msLeft, isKept }, closed.signal);
    } catch {
      throw BridgeError.of('approval_unavailable', { command: namesIn(question) });
    }
  }

  private timeout(question: Question): BridgeError {
    if (this.kept.hasRoom(question)) return pendingError(question, this.kept.keep(question));
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

/** The refusal of a call whose question is kept. @param id of the question */
function pendingError(question: Question, id: string): BridgeError {
  const how =
    question.request.interface === 'mcp'
      ? `search with run="cli-bridge:questions" and params {"id": "${id}"}`
      : `GET /api/v1/cli/cli-bridge/questions?id=${id}`;
  return BridgeError.of('approval_pending', {
    command: namesIn(question),
    data: { question: id },
    hint: `Do not repeat the call: continue with other work, and ask for its answer later with ${how}.`,
  });
}

/** Characters of all parameters in a question. */
function lengthOf({ request }: Question): number {
  const values = request.calls.flatMap(({ parameters }) => parameters.map(([, value]) => value));
  return values.reduce((sum, value) => sum + value.length, 0);
}

function namesIn({ request }: Question): string {
  return [...new Set(request.calls.map(({ command }) => command))].join(', ');
}
