import { setImmediate } from 'node:timers';

/** How many requests without a key are answered in one turn of the event loop. */
const PER_TURN = 32;

/**
 * Spreads the answers to requests without a key over the turns of the event loop, so that ten thousand at once do not hold
 * up calls or the app. Their connections take turns: one that sends a single request does not wait for all of another's.
 */
export class KeylessPace {
  private readonly waiting = new Map<object, (() => void)[]>();
  private left = PER_TURN;

  /**
   * Sends an answer: at once, or in a later turn, after those that wait for its connection.
   * @param send must not throw
   */
  add(connection: object, send: () => void): void {
    const before = this.waiting.get(connection);
    if (before) before.push(send);
    else if (this.left === 0) this.waiting.set(connection, [send]);
    else this.sendNow(send);
  }

  /** To be called when a connection has closed: what waits is dropped. */
  remove(connection: object): void {
    this.waiting.delete(connection);
  }

  private sendNow(send: () => void): void {
    if (this.left === PER_TURN) setImmediate(() => this.nextTurn());
    this.left -= 1;
    send();
  }

  private nextTurn(): void {
    this.left = PER_TURN;
    while (this.left > 0) {
      const [first] = this.waiting;
      if (!first) return;
      const [connection, [next, ...others]] = first;
      this.waiting.delete(connection);
      if (others.length > 0) this.waiting.set(connection, others);
      if (next) this.sendNow(next);
    }
  }
}
