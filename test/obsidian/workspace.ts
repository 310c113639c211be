import { Events } from './events';
import { MarkdownView } from './markdown-view';
import type { Editor, OpenNote } from './markdown-view';

/** Plugins are loaded before the layout is; once it is ready a callback runs at once. */
export class Workspace extends Events {
  layoutReady = false;
  /** The path of the file in front. */
  activePath: string | undefined;
  /** The note in front, if it is open in an editor. */
  activeEditor: { readonly editor: Editor } | null = null;
  /** The links that were opened. */
  readonly openedLinks: string[] = [];
  #waiting: (() => unknown)[] = [];
  readonly #leaves: { readonly view: MarkdownView }[] = [];

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.#waiting.push(callback);
  }

  /** The person opens a note in an editor. */
  openNote(note: OpenNote): void {
    this.#leaves.push({ view: new MarkdownView(note) });
  }

  openLinkText(link: string): Promise<void> {
    this.openedLinks.push(link);
    return Promise.resolve();
  }

  getActiveFile(): { readonly path: string } | null {
    return this.activePath === undefined ? null : { path: this.activePath };
  }

  getLeavesOfType(type: string): readonly { readonly view: MarkdownView }[] {
    return type === 'markdown' ? this.#leaves : [];
  }

  /** A new tab, which shows the file that it opens. */
  getLeaf(_kind: 'tab'): { openFile(file: { readonly path: string }): Promise<void> } {
    return {
      openFile: ({ path }) => {
        this.activePath = path;
        return Promise.resolve();
      },
    };
  }

  triggerLayoutReady(): void {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }
}

/** Quits as the app does: plugins are not unloaded, and what they add to the tasks is waited for. */
export async function quit(workspace: Workspace): Promise<void> {
  const tasks: Promise<unknown>[] = [];
  workspace.trigger('quit', { add: (task: () => Promise<unknown>) => void tasks.push(task()) });
  await Promise.all(tasks);
}
