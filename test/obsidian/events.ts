type Callback = (...data: unknown[]) => unknown;

/** What `on` gives back, to take the callback away with. */
export interface EventRef {
  readonly name: string;
  readonly callback: Callback;
  readonly source: Events;
}

/** Events as the types describe them. */
export class Events {
  readonly #refs = new Set<EventRef>();

  on(name: string, callback: Callback): EventRef {
    const ref = { name, callback, source: this };
    this.#refs.add(ref);
    return ref;
  }

  offref(ref: EventRef): void {
    this.#refs.delete(ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of [...this.#refs]) if (ref.name === name) ref.callback(...data);
  }

  /** Names of the events that somebody still listens to, for the leak check. */
  static listenedTo(events: Events): string[] {
    return [...events.#refs].map(({ name }) => name);
  }
}
