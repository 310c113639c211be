import { performance } from 'node:perf_hooks';
import type { Caller, ClientKey, Delivery } from '../../caller';
import { BridgeError } from '../../errors';
import type { ChangeList } from '../../notes/changes/change-list';
import type { PrivateFolders } from '../../notes/private-folders';
import type { Call } from '../call';
import { bareResult, withWarning } from '../kept-answer';
import type { BatchItem } from '../outcome';
import { callsDigest, endedItems, isLeftOut, isRemembered, repeatWarning, twiceWarning } from './ended-items';
import type { EndedItem } from './ended-items';

/** The results that are already known, by the index of the call. */
export type KeptItems = ReadonlyMap<number, BatchItem>;

/** Requests of one key. */
const MAX_REQUESTS = 1_000;
const UNHEARD_MS = 3 * 60 * 1_000;
/** With an idempotency key, or where the client may ask for the answer later on. */
const LONG_MS = 24 * 60 * 60 * 1_000;

/** A request that changes something, from when it runs. */
interface RememberedRequest {
  /** Identifies its calls. */
  readonly digest: string;
  readonly idempotencyKey: string | undefined;
  readonly delivery: Delivery;
  /** What was private to its client. */
  readonly privateFolders: PrivateFolders | undefined;
  readonly end: Promise<void>;
  /** The same request was answered later on, and the client received that answer. */
  isHeard: boolean;
  /** Undefined while it runs. */
  ended?: { readonly items: readonly EndedItem[]; readonly at: number };
}

/**
 * The changes that clients may ask for again: those whose answer could not be delivered, and those that carried an
 * idempotency key. In memory only, for each key, so that nobody who tries again does a thing twice.
 */
export class RememberedCalls {
  /** By the id of the key, the oldest first. */
  private readonly requests = new Map<ClientKey['id'], RememberedRequest[]>();

  constructor(private readonly changes: ChangeList) {}

  /**
   * The results of a request: those of the first time if it is a repetition, or else of running it now.
   * @param calls all of one caller, checked
   * @param run runs the calls but those whose results are kept, and returns the results of all
   * @throws BridgeError `idempotency_conflict`; `cancelled` if the caller leaves while the first time still runs; also what `run` throws
   */
  async answer(
    calls: readonly Call[],
    run: (kept: KeptItems) => Promise<readonly BatchItem[]>,
  ): Promise<readonly BatchItem[]> {
    const [first] = calls;
    const { caller } = first ?? {};
    const { delivery } = caller ?? {};
    if (!caller || !delivery || !calls.some(isRemembered)) return run(new Map());
    const request = { calls, caller, delivery, digest: callsDigest(calls), run };
    for (;;) {
      const earlier = this.repeated(request);
      if (!earlier) return this.runAnew(request);
      if (earlier.ended) return this.answerAgain(request, earlier, earlier.ended.items);
      await endOf(earlier, caller);
    }
  }

  /** The request that this one repeats, so that it is not run. @throws BridgeError `idempotency_conflict` */
  private repeated({ caller, digest }: CurrentRequest): RememberedRequest | undefined {
    const { key, idempotencyKey } = caller;
    if (idempotencyKey === undefined)
      return caller.interface === 'mcp' ? this.unheard(key.id, digest).at(-1) : undefined;
    const found = this.ofKey(key.id).find((each) => each.idempotencyKey === idempotencyKey);
    if (found && found.digest !== digest) throw BridgeError.of('idempotency_conflict', {});
    return found;
  }

  /** Runs the request. Warns if the answer to the same one was lost, and nobody knows whether this one is a retry. */
  private async runAnew(request: CurrentRequest): Promise<readonly BatchItem[]> {
    const { caller, delivery, digest } = request;
    const isTold = caller.interface === 'rest' && caller.idempotencyKey === undefined;
    const unheard = isTold ? this.unheard(caller.key.id, digest) : [];
    const items = await this.perform(request);
    const ended = unheard.flatMap(({ ended: each }) => each ?? []).at(-1);
    if (!ended) return items;
    this.forgetWhenHeard(caller.key.id, delivery, unheard);
    return items.map((item, index) => {
      const before = ended.items[index];
      return before?.hasChanged ? withWarning(item, twiceWarning(before, item)) : item;
    });
  }

  /** Answers as the first time. If the client of a batch disconnected halfway, runs the calls that were not run for that reason. */
  private async answerAgain(
    request: CurrentRequest,
    earlier: RememberedRequest,
    items: readonly EndedItem[],
  ): Promise<readonly BatchItem[]> {
    const { caller, delivery, digest } = request;
    const { id } = caller.key;
    const others = caller.idempotencyKey === undefined ? this.unheard(id, digest) : [];
    const isTold = earlier.privateFolders === privateIn(request.calls);
    const again = items.map((each) =>
      withWarning(isTold ? each.item : bareResult(each.item), repeatWarning(each)),
    );
    const isKept = (index: number): boolean => !isLeftOut(items[index]?.item);
    const kept = new Map([...again.entries()].filter(([index]) => isKept(index)));
    const answer = kept.size === items.length ? again : await this.perform(request, { earlier, items, kept });
    this.forgetWhenHeard(id, delivery, [earlier, ...others]);
    return answer;
  }

  /** Runs the request, and remembers it if it may have changed something. @param rest what is left of an earlier one */
  private async perform(
    { calls, caller, delivery, digest, run }: CurrentRequest,
    rest?: { earlier: RememberedRequest; items: readonly EndedItem[]; kept: KeptItems },
  ): Promise<readonly BatchItem[]> {
    const { key, idempotencyKey } = caller;
    let tellEnd = (): void => undefined;
    const end = new Promise<void>((resolve) => (tellEnd = resolve));
    const privateFolders = privateIn(calls);
    const running: RememberedRequest = {
      digest,
      idempotencyKey,
      delivery,
      privateFolders,
      end,
      isHeard: false,
    };
    this.replace(key.id, rest?.earlier, running);
    const kept = rest?.kept ?? new Map<number, BatchItem>();
    try {
      const items = await run(kept);
      const ended = endedItems(items, calls).map((each, index) => {
        const before = kept.has(index) ? rest?.items[index] : undefined;
        return before ?? each;
      });
      running.ended = { items: ended, at: performance.now() };
      if (!ended.some(({ hasChanged }) => hasChanged)) this.replace(key.id, running);
      this.forgetWhenHeard(key.id, delivery, [running]);
      return items;
    } catch (error) {
      this.replace(key.id, running, rest?.earlier);
      throw error;
    } finally {
      tellEnd();
    }
  }

  /** The same requests whose answer was lost not long ago, the newest last; none that has been undone since. */
  private unheard(id: ClientKey['id'], digest: string): readonly RememberedRequest[] {
    const now = performance.now();
    return this.ofKey(id).filter(
      (each) =>
        each.digest === digest &&
        each.delivery.isLost &&
        !each.isHeard &&
        !isOlder(each, each.delivery.isLate ? LONG_MS : UNHEARD_MS, now) &&
        !this.isUndone(each),
    );
  }

  /** Whether everything that the request changed has been undone. */
  private isUndone({ ended }: RememberedRequest): boolean {
    const ids = (ended?.items ?? []).flatMap(({ change }) => change ?? []);
    return ids.length > 0 && ids.every((id) => this.changes.isUndone(id));
  }

  private forgetWhenHeard(
    id: ClientKey['id'],
    { isHeard }: Delivery,
    requests: readonly RememberedRequest[],
  ): void {
    void isHeard.then((isSo) => {
      for (const request of isSo ? requests : []) {
        request.isHeard = true;
        request.delivery.end(true);
        if (request.idempotencyKey === undefined) this.replace(id, request);
      }
    });
  }

  /** Puts a request in the place of another, if there is one. */
  private replace(
    id: ClientKey['id'],
    old: RememberedRequest | undefined,
    request?: RememberedRequest,
  ): void {
    const others = this.ofKey(id).filter((each) => each !== old);
    if (request) others.push(request);
    if (others.length > MAX_REQUESTS) {
      const ended = others.filter((each) => each.ended);
      const oldest = ended.find(({ idempotencyKey }) => idempotencyKey === undefined) ?? ended[0];
      if (oldest) others.splice(others.indexOf(oldest), 1);
    }
    if (others.length > 0) this.requests.set(id, others);
    else this.requests.delete(id);
  }

  /** What is remembered of a key. Drops what has expired. */
  private ofKey(id: ClientKey['id']): readonly RememberedRequest[] {
    const now = performance.now();
    return (this.requests.get(id) ?? []).filter((each) => !isOlder(each, keptMs(each), now));
  }
}

/** A request that is being answered. */
interface CurrentRequest {
  readonly calls: readonly Call[];
  readonly caller: Caller;
  readonly delivery: Delivery;
  readonly digest: string;
  readonly run: (kept: KeptItems) => Promise<readonly BatchItem[]>;
}

/** How long the request is remembered. One that waited for the user may be asked for at any time of the day. */
function keptMs({ idempotencyKey, delivery }: RememberedRequest): number {
  return idempotencyKey === undefined && !delivery.isLate ? UNHEARD_MS : LONG_MS;
}

/** What is private to the caller; the same object as long as the setting is the same. */
function privateIn([first]: readonly Call[]): PrivateFolders | undefined {
  return first?.privateFolders;
}

/** Whether the request ended longer ago. */
function isOlder({ ended }: RememberedRequest, milliseconds: number, now: number): boolean {
  return ended !== undefined && now - ended.at > milliseconds;
}

/** Waits until the request has ended. @throws BridgeError `cancelled` if the caller leaves before */
async function endOf({ end }: RememberedRequest, { gone }: Caller): Promise<void> {
  const left = new Promise<never>((_, reject) => {
    const leave = (): void => reject(BridgeError.of('cancelled', { isReading: true }));
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
  });
  await Promise.race([end, left]);
}
