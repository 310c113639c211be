/** Says once that something is to be ended. An `AbortSignal` is one, too. */
export interface CancelSignal {
  /** Whether it has fired. */
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A signal, and the way to fire it. Each call has one: Node's own costs more than all checks of the call, and keeps what
 * listens to it until the next full collection of garbage, so that starting processes takes longer.
 */
export class Cancellation implements CancelSignal {
  aborted = false;
  private readonly listeners: (() => void)[] = [];

  /** Fires, the first time. */
  abort(): void {
    this.aborted = true;
    for (let next = this.listeners.shift(); next; next = this.listeners.shift()) next();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const place = this.listeners.indexOf(listener);
    if (place >= 0) this.listeners.splice(place, 1);
  }
}
