import { performance } from 'node:perf_hooks';
import { withTimeout } from '../text/with-timeout';
import type { LinkedParts } from './linked-parts';
import { NoteNames } from './note-names';
import { StoreTimeout } from './note-store';
import type {
  ChangeOptions,
  FileBytes,
  FileStat,
  IndexedTag,
  NoteStore,
  RemovalOptions,
  ResolvedName,
} from './note-store';

/** How long a vault may take for one step, such as a read or a change, in milliseconds. */
const STORE_MS = 5_000;

/** What work with a time limit must call before each of its steps. */
export interface TimeCheck {
  /** @throws StoreTimeout if the work was given up, so that the rest of it must not be done */
  readonly check: () => void;
}

/**
 * Gives up work on a store after a while, for example because the drive of the vault hangs.
 * @throws StoreTimeout, and what the work throws
 */
export async function inStoreTime<T>(
  act: (time: TimeCheck) => Promise<T>,
  { ms = STORE_MS, mayChange = () => false }: { ms?: number; mayChange?: () => boolean } = {},
): Promise<T> {
  const seconds = ms / 1000;
  let isOver = false;
  const check = (): void => {
    if (isOver) throw new StoreTimeout({ isUnchanged: true, seconds });
  };
  const working = act({ check }).then((value) => ({ value }));
  const done = await withTimeout(ms, working);
  if (done) return done.value;
  isOver = true;
  // Nobody waits for it anymore.
  working.catch(() => undefined);
  throw new StoreTimeout({ isUnchanged: !mayChange(), seconds });
}

/**
 * A note store that gives up what takes too long, so that a call cannot hold up all others. A read is abandoned; a change that has
 * not yet begun to be written is never made.
 */
export class BoundedStore implements NoteStore {
  readonly realPath?: (path: string) => Promise<string>;
  readonly files?: () => Promise<string>;
  readonly resolve?: (name: string) => ResolvedName | undefined;
  readonly names?: NonNullable<NoteStore['names']>;
  readonly removeFolder?: (path: string, options?: RemovalOptions) => Promise<boolean>;
  readonly renameFolder?: (path: string, to: string) => Promise<boolean>;
  readonly linkTarget?: (link: string, source: string) => string | undefined;
  readonly linkedParts?: (path: string) => readonly LinkedParts[];
  readonly aliased?: NonNullable<NoteStore['aliased']>;
  readonly indexedTags?: (path: string) => readonly IndexedTag[] | undefined;
  readonly openPath?: () => string | undefined;
  readonly unsavedText?: (path: string, saved: string) => string | undefined;
  readonly templatesFolder?: () => Promise<string | undefined>;
  /** Steps that come before this time fail immediately, because the call that gave one up has waited long enough. */
  #failsUntil = -Infinity;

  constructor(
    private readonly store: NoteStore,
    private readonly ms = STORE_MS,
  ) {
    if (store.realPath)
      this.realPath = (path) => this.#wait(() => store.realPath?.(path) ?? Promise.resolve(path));
    if (store.files) this.files = () => this.#wait(() => store.files?.() ?? Promise.resolve(''));
    if (store.removeFolder)
      this.removeFolder = (path, options) =>
        this.#wait(() => store.removeFolder?.(path, options) ?? NOT_DONE, ALWAYS);
    // The app updates the links to what is in the folder, which may take long.
    if (store.renameFolder) this.renameFolder = (path, to) => store.renameFolder?.(path, to) ?? NOT_DONE;
    if (store.linkTarget) this.linkTarget = (link, source) => store.linkTarget?.(link, source);
    if (store.linkedParts) this.linkedParts = (path) => store.linkedParts?.(path) ?? [];
    if (store.aliased)
      this.aliased = (...given) => this.#wait(async () => (await store.aliased?.(...given)) ?? []);
    if (store.indexedTags) this.indexedTags = (path) => store.indexedTags?.(path);
    if (store.resolve) this.resolve = (name) => store.resolve?.(name);
    if (store.names) this.names = () => this.#wait(async () => (await store.names?.()) ?? new NoteNames());
    if (store.openPath) this.openPath = () => store.openPath?.();
    if (store.unsavedText) this.unsavedText = (path, saved) => store.unsavedText?.(path, saved);
    if (store.templatesFolder) this.templatesFolder = () => this.#wait(async () => store.templatesFolder?.());
  }

  read(path: string): Promise<string | undefined> {
    return this.#wait(() => this.store.read(path));
  }

  change(path: string, change: (text: string) => string, options?: ChangeOptions): Promise<boolean> {
    let isBegun = false;
    return this.#wait(
      ({ check }) =>
        this.store.change(
          path,
          (text) => {
            check();
            const changed = change(text);
            isBegun = true;
            return changed;
          },
          options,
        ),
      () => isBegun,
    );
  }

  create(path: string, text: string): Promise<boolean> {
    return this.#wait(() => this.store.create(path, text), ALWAYS);
  }

  readBytes(path: string, most: number): Promise<FileBytes | undefined> {
    return this.#wait(() => this.store.readBytes(path, most));
  }

  createBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#wait(() => this.store.createBytes(path, bytes), ALWAYS);
  }

  replaceBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#wait(() => this.store.replaceBytes(path, bytes), ALWAYS);
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.#wait(() => this.store.stat(path));
  }

  exists(path: string): ReturnType<NoteStore['exists']> {
    return this.#wait(() => this.store.exists(path));
  }

  makeFolder(path: string): Promise<boolean> {
    return this.#wait(() => this.store.makeFolder(path), ALWAYS);
  }

  list(folder: string): Promise<readonly string[] | undefined> {
    return this.#wait(() => this.store.list(folder));
  }

  /** @param mayChange whether the work may still change something after it was given up */
  async #wait<T>(act: (time: TimeCheck) => Promise<T>, mayChange?: () => boolean): Promise<T> {
    const { ms } = this;
    if (performance.now() < this.#failsUntil)
      throw new StoreTimeout({ isUnchanged: true, seconds: ms / 1000 });
    try {
      return await inStoreTime(act, { ms, ...(mayChange && { mayChange }) });
    } catch (error) {
      if (error instanceof StoreTimeout) this.#failsUntil = performance.now() + ms;
      throw error;
    }
  }
}

/** Opens the stores of folders so that they, too, are bounded. @returns rejects with StoreTimeout if a folder does not answer */
export function openBounded(
  open: (folder: string) => Promise<NoteStore | undefined>,
  ms = STORE_MS,
): (folder: string) => Promise<NoteStore | undefined> {
  return async (folder) => {
    const store = await inStoreTime(() => open(folder), { ms });
    return store && new BoundedStore(store, ms);
  };
}

const ALWAYS = (): boolean => true;
const NOT_DONE = Promise.resolve(false);
