import type { Caller, Delivery } from '../caller';
import { isObject } from '../text/json';

/**
 * Which requests clients have cancelled by a message, with the connection kept. That only means that the answer is not heard: it
 * ends nothing, because two sessions of one key may use the same ids.
 */
export class Cancellations {
  /** By the key and the id of the request. */
  private readonly underWay = new Map<string, Set<Delivery>>();

  /** Takes note of a request, or of a notification that cancels one. */
  take(message: object, { key, delivery }: Caller): void {
    const { id, method, params } = message as Readonly<Record<string, unknown>>;
    if (method === 'notifications/cancelled' && isObject(params)) {
      const cancelled = this.underWay.get(nameOf(key.id, params['requestId'])) ?? [];
      for (const each of cancelled) each.cancel();
    } else if (id !== undefined && delivery) {
      void this.follow(nameOf(key.id, id), delivery);
    }
  }

  private async follow(name: string, delivery: Delivery): Promise<void> {
    const same = this.underWay.get(name) ?? new Set();
    this.underWay.set(name, same.add(delivery));
    await delivery.isHeard;
    same.delete(delivery);
    if (same.size === 0) this.underWay.delete(name);
  }
}

/** Names a request of a client. Ids that are a number and a text differ. */
function nameOf(client: string, id: unknown): string {
  return JSON.stringify([client, id]);
}
