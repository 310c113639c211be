import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { newElement } from './headless-element';
import { Events } from './events';

export class Workspace
  extends Events
  implements Pick<obsidian.Workspace, 'containerEl' | 'layoutReady' | 'onLayoutReady'>
{
  readonly containerEl = newElement('div', 'workspace');
  layoutReady = false;
  #waiting: (() => unknown)[] = [];

  /** Plugins are loaded before the layout is; once it is ready a callback runs at once. */
  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.#waiting.push(callback);
  }

  triggerLayoutReady(): void {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
    this.trigger('layout-ready');
  }
}
