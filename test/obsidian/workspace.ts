/** Plugins are loaded before the layout is; once it is ready a callback runs at once. */
export class Workspace {
  layoutReady = false;
  #waiting: (() => unknown)[] = [];

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.#waiting.push(callback);
  }

  triggerLayoutReady(): void {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }
}
