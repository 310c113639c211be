import type { EventRef } from './events';

type Listener = Parameters<EventTarget['addEventListener']>;

/** Lifecycle as the types describe it. Private names are real ones: a plugin may call its own fields anything. */
export class Component {
  #loaded = false;
  #loading: unknown;
  #cleanups: { what: string; run: () => unknown }[] = [];

  load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    this.#loading = this.onload();
  }

  onload(): void {}

  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (const cleanup of this.#cleanups.splice(0).reverse()) cleanup.run();
    this.onunload();
  }

  onunload(): void {}

  register(cb: () => unknown): void {
    this.#cleanups.push({ what: 'callback', run: cb });
  }

  registerEvent(ref: EventRef): void {
    this.#cleanups.push({ what: `callback for ${ref.name}`, run: () => ref.source.offref(ref) });
  }

  registerDomEvent(el: EventTarget, type: string, callback: unknown, options?: Listener[2]): void {
    const listener = callback as EventListener;
    el.addEventListener(type, listener, options);
    this.#cleanups.push({
      what: `listener for ${type}`,
      run: () => el.removeEventListener(type, listener, options),
    });
  }

  /** Waits for an `onload` that is asynchronous, as a plugin's may be. */
  static async loaded(component: object): Promise<void> {
    if (component instanceof Component) await component.#loading;
  }

  /** What this component still holds, for the leak check: empty after a clean unload. */
  static heldBy(component: object): string[] {
    if (!(component instanceof Component)) return [];
    return component.#cleanups.map((cleanup) => cleanup.what);
  }
}
