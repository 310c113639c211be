import type * as obsidian from '../../node_modules/obsidian/obsidian';

type Callback = (...data: unknown[]) => unknown;

class Subscription implements obsidian.EventRef {
  constructor(
    readonly source: Events,
    readonly name: string,
    readonly callback: Callback,
    readonly context: unknown,
  ) {}
}

/** The app's event emitter. A reference knows its source, so that a component can detach it on unload. */
export class Events implements obsidian.Events {
  #subscriptions: Subscription[] = [];

  on(name: string, callback: Callback, ctx?: unknown): obsidian.EventRef {
    const subscription = new Subscription(this, name, callback, ctx);
    this.#subscriptions.push(subscription);
    return subscription;
  }

  off(name: string, callback: Callback): void {
    this.#subscriptions = this.#subscriptions.filter(
      (each) => each.name !== name || each.callback !== callback,
    );
  }

  offref(ref: obsidian.EventRef): void {
    this.#subscriptions = this.#subscriptions.filter((each) => each !== ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const each of [...this.#subscriptions]) if (each.name === name) this.tryTrigger(each, data);
  }

  tryTrigger(evt: obsidian.EventRef, args: unknown[]): void {
    if (evt instanceof Subscription) evt.callback.apply(evt.context, args);
  }

  /** The names listened to at this moment, for the leak check. */
  static listenersOf(events: Events): string[] {
    return events.#subscriptions.map((each) => each.name);
  }
}

export function detach(ref: obsidian.EventRef): void {
  if (ref instanceof Subscription) ref.source.offref(ref);
}
