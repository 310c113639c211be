import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Delivery } from '../../caller';
import type { ClientKey } from '../../caller';
import { BridgeError } from '../../errors';
import { OWNER_NAME } from '../../key-records';
import type { PrivateFolders } from '../../notes/private-folders';
import { sizeOf, withoutOutput } from '../kept-answer';
import type { BatchItem } from '../outcome';
import type { Question } from './question';

/** What becomes of a question that waits for the user. */
export const QUESTION_STATES = ['waiting', 'allowed', 'denied', 'failed', 'gone'] as const;
type QuestionState = (typeof QUESTION_STATES)[number];

/** How long a question waits, and how long its answer is kept then. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Of one client: those that wait, and as many that have ended. */
const MAX_QUESTIONS = 20;
/** Characters of the parameters of all that wait, and bytes of the answers of all others. */
const MAX_CHARS = 32 * 1024 * 1024;

const NOT_KEPT = 'The answer was too long to be kept, so its output and data are left out.';

/** A question that waits for the user after its call was refused, or the answer to that. */
export interface KeptQuestion {
  readonly id: string;
  /** When it was asked: ISO 8601, UTC. */
  readonly time: string;
  /** The id and the name of the key. */
  readonly clientId: string;
  readonly client: string;
  readonly command: string;
  /** What the call would do. Follows "wants to". */
  readonly words: string;
  /** The note that the call is about, as far as it is known. */
  readonly path: string | undefined;
  /** What was private to the client when it was asked. */
  readonly privateFolders: PrivateFolders;
  /** `allowed`: it was, and the call has run; `failed`: it was, and the call failed; `gone`: it ended without an answer. */
  readonly state: QuestionState;
  /** What the call would have been answered; absent while the question waits. */
  readonly answer: BatchItem | undefined;
  /** Whether the client has asked for the answer. */
  readonly isHeard: boolean;
}

type Entry = { -readonly [Name in keyof KeptQuestion]: KeptQuestion[Name] } & {
  /** Absent once it has ended. */
  question: Question | undefined;
  /** Characters of the parameters, or bytes of the answer. */
  size: number;
  /** When it was asked or ended, in `performance.now()` time. */
  since: number;
  readonly delivery: Delivery;
};

/** The questions that the user has not answered in time, and what became of them. In memory only. */
export class KeptQuestions {
  /** The oldest first. */
  private readonly entries = new Map<string, Entry>();

  /** @param changed called after each change */
  constructor(private readonly changed: () => void) {}

  /** Those that a key may see, the oldest first: its own, or all for the owner. */
  list(key: ClientKey): readonly KeptQuestion[] {
    this.forgetOld();
    return [...this.entries.values()].filter(({ clientId }) => key.id === OWNER_NAME || clientId === key.id);
  }

  /** Whether there is room for a question, as far as it can be known now. */
  hasRoom({ clientId, later }: Question): boolean {
    if (!later) return false;
    this.forgetOld();
    const entries = [...this.entries.values()];
    if (entries.filter((each) => each.question && each.clientId === clientId).length >= MAX_QUESTIONS)
      return false;
    // What clients have heard makes room for what waits.
    const others = entries.filter(({ isHeard }) => !isHeard);
    return others.reduce((sum, { size }) => sum + size, later.size) <= MAX_CHARS;
  }

  /** Keeps a question, whose client then waits no longer. There must be room. @returns its id */
  keep(question: Question): string {
    const { request, clientId, later } = question;
    const [call] = request.calls;
    if (!later || !call) throw new Error('This question cannot be kept.');
    for (const [id, { isHeard }] of this.entries)
      if (isHeard && this.size() + later.size > MAX_CHARS) this.entries.delete(id);
    const id = randomBytes(4).toString('hex');
    const delivery = new Delivery(true);
    later.leave(delivery);
    const entry: Entry = {
      id,
      time: new Date().toISOString(),
      clientId,
      client: request.client,
      command: call.command,
      words: call.effect.words,
      path: later.path,
      privateFolders: later.privateFolders,
      state: 'waiting',
      answer: undefined,
      isHeard: false,
      question,
      size: later.size,
      since: performance.now(),
      delivery,
    };
    this.entries.set(id, entry);
    void delivery.isHeard.then(() => {
      entry.isHeard = true;
      this.changed();
    });
    this.changed();
    return id;
  }

  /** The id of the question that waits for the same call of a client. */
  find(clientId: string, digest: string): string | undefined {
    this.forgetOld();
    const same = [...this.entries.values()].find(
      (each) => each.clientId === clientId && each.question?.later?.digest === digest,
    );
    return same?.id;
  }

  /** The question with this id, while it waits. */
  waiting(id: string): Question | undefined {
    this.forgetOld();
    return this.entries.get(id)?.question;
  }

  /** The ids of all that wait. */
  allWaiting(): readonly (readonly [id: string, question: Question])[] {
    return [...this.entries].flatMap(([id, { question }]) => (question ? [[id, question] as const] : []));
  }

  /** Takes the question off those that wait: it is being answered. */
  async end(id: string, state: QuestionState, work: Promise<BatchItem>): Promise<void> {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.question = undefined;
    const answer = await work;
    const isFailed = state === 'allowed' && answer instanceof BridgeError;
    // The envelope has no place for a file.
    const hasFile = !(answer instanceof BridgeError) && answer.file !== undefined;
    const size = hasFile ? Infinity : sizeOf(answer);
    const fits = size <= MAX_CHARS - (this.size() - entry.size);
    Object.assign(entry, {
      state: isFailed ? 'failed' : state,
      answer: fits ? answer : withoutOutput(answer, NOT_KEPT),
      size: fits ? size : 0,
      since: performance.now(),
    });
    const ended = [...this.entries.values()].filter(
      (each) => !each.question && each.clientId === entry.clientId,
    );
    if (ended.length > MAX_QUESTIONS && ended[0]) this.entries.delete(ended[0].id);
    this.changed();
  }

  /** The client has asked for the answer, which has been delivered. */
  hear(id: string): void {
    this.entries.get(id)?.delivery.end(true);
  }

  private size(): number {
    return [...this.entries.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Ends what has waited for too long, and forgets answers that nobody has asked for. */
  private forgetOld(): void {
    const now = performance.now();
    for (const [id, entry] of this.entries) {
      if (now - entry.since <= KEPT_MS) continue;
      const { question, command } = entry;
      const answer = BridgeError.of('approval_timeout', { command, seconds: KEPT_MS / 1_000 }).about(command);
      if (question) Object.assign(entry, { question: undefined, state: 'gone', answer, size: 0, since: now });
      else this.entries.delete(id);
    }
  }
}
