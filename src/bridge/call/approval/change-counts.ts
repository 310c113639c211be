import { performance } from 'node:perf_hooks';
import type { ClientKey } from '../../caller';

/** The time in which changes are counted. */
const WINDOW_MS = 10 * 60_000;

/** What a client has changed, and is about to. */
interface OfClient {
  /** When each change was made, in `performance.now()` time, the oldest first. */
  made: number[];
  /** The changes that may still be made, in order. */
  readonly coming: Set<object>;
}

/** Counts the changes of clients whose key allows only so many in 10 minutes before the user is asked. In memory only. */
export class ChangeCounts {
  /** By the id of the key. */
  private readonly clients = new Map<ClientKey['id'], OfClient>();
  /** The changes that were more when they came: the user is asked about them, however long that takes. */
  private readonly over = new WeakSet();

  /** Whether a change would be more than its key allows without asking. @param change the call, as a token */
  isOver(key: ClientKey, change: object): boolean {
    const most = key.scope?.askAfter;
    if (most === undefined) return false;
    const { made, coming } = this.of(key);
    const index = [...coming].indexOf(change);
    if (made.length + (index < 0 ? coming.size : index) >= most) this.over.add(change);
    return this.over.has(change);
  }

  /** The change is about to be made. */
  expect(key: ClientKey, change: object): void {
    this.of(key).coming.add(change);
  }

  /** The change has been made, if it was expected. */
  count(key: ClientKey, change: object): void {
    const { made, coming } = this.of(key);
    if (coming.delete(change)) made.push(performance.now());
  }

  /** The change is not made anymore, unless it was. */
  end(key: ClientKey, change: object): void {
    this.of(key).coming.delete(change);
  }

  /** The user has allowed a change, and the count begins anew. */
  reset(key: ClientKey): void {
    this.of(key).made = [];
  }

  private of({ id }: ClientKey): OfClient {
    const known = this.clients.get(id) ?? { made: [], coming: new Set() };
    this.clients.set(id, known);
    const from = performance.now() - WINDOW_MS;
    known.made = known.made.filter((time) => time > from);
    return known;
  }
}
