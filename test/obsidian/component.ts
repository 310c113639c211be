import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { detach } from './events';

type Listener = Parameters<EventTarget['addEventListener']>;

/** Lifecycle as the types describe it. Private names are real ones: a plugin may call its own fields anything. */
export class Component implements obsidian.Component {
  #loaded = false;
  #loading: unknown;
  #children: obsidian.Component[] = [];
  #cleanups: { what: string; run: () => unknown }[] = [];

  load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    this.#loading = this.onload();
    for (const child of [...this.#children]) child.load();
  }

  onload(): void {}

  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (const child of this.#children.splice(0)) child.unload();
    for (const cleanup of this.#cleanups.splice(0).reverse()) cleanup.run();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends obsidian.Component>(component: T): T {
    this.#children.push(component);
    if (this.#loaded) component.load();
    return component;
  }

  removeChild<T extends obsidian.Component>(component: T): T {
    this.#children = this.#children.filter((child) => child !== component);
    component.unload();
    return component;
  }

  register(cb: () => unknown): void {
    this.#cleanups.push({ what: 'callback', run: cb });
  }

  registerEvent(eventRef: obsidian.EventRef): void {
    this.#cleanups.push({ what: 'event', run: () => detach(eventRef) });
  }

  registerDomEvent(el: EventTarget, type: string, callback: unknown, options?: Listener[2]): void {
    const listener = callback as EventListener;
    el.addEventListener(type, listener, options);
    this.#cleanups.push({
      what: `listener for ${type}`,
      run: () => el.removeEventListener(type, listener, options),
    });
  }

  registerInterval(id: number): number {
    this.#cleanups.push({ what: 'interval', run: () => clearInterval(id) });
    return id;
  }

  /** Waits for an `onload` that is asynchronous, as a plugin's may be. */
  static async loaded(component: obsidian.Component): Promise<void> {
    if (component instanceof Component) await component.#loading;
  }

  /** What this component and its children still hold, for the leak check: empty after a clean unload. */
  static heldBy(component: obsidian.Component): string[] {
    if (!(component instanceof Component)) return [];
    return [
      ...component.#cleanups.map((cleanup) => cleanup.what),
      ...component.#children.flatMap((child) => ['child', ...Component.heldBy(child)]),
    ];
  }
}
