import type { StoredChange, StoredStep } from '../../src/bridge/notes/changes/change-storage';
import { KeptChanges } from '../../src/obsidian/kept-changes';
import { exactText } from './exact-text';

/** The changes that a page keeps, as a test reaches them from outside. */
export interface KeptWindow {
  readonly kept: KeptChanges;
  /** What the user was told. */
  readonly said: string[];
  /** Writes changes with texts of this length, as the bridge does. */
  readonly fill: (count: number, length: number) => Promise<Times>;
  /** Reads all changes. */
  readonly open: () => Promise<Times & { readonly orders: readonly number[] | undefined }>;
  /** The texts before and after of a change. */
  readonly textsOf: (order: number) => Promise<readonly (string | undefined)[] | undefined>;
  /** Does nothing for so many milliseconds. */
  readonly wait: (ms: number) => Promise<Times>;
  /** Whether the browser has no room for more. */
  readonly setFull: (isFull: boolean) => void;
  /** Does something with the bare database. */
  readonly inDatabase: (version: number, act: 'damage' | 'count') => Promise<number>;
}

interface Times {
  readonly ms: number;
  /** The longest time in which the page could do nothing else. */
  readonly longest: number;
}

const NAME = 'cli-bridge-vault';
/** As many as the bridge writes in one step. */
const A_STEP = 25;

const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};

function refuse(): never {
  throw new DOMException('There is no room.', 'QuotaExceededError');
}

const said: string[] = [];
const kept = new KeptChanges('vault', (sentence) => void said.push(sentence));

function changeOf(order: number): StoredChange {
  const path = `${order}.md`;
  const note = { action: 'edited', isElsewhere: false, path, added: 1, removed: 1 } as const;
  return {
    ...{ order, id: `id${order}`, time: new Date().toISOString(), client: 'Zed', clientId: 'zed' },
    ...{ command: 'cli-bridge:edit', path, added: 1, removed: 1, isUndo: false, isUndone: false },
    ...{ notes: [note], takesCommands: ['cli-bridge:edit'], undoes: [], bytes: 1, isExpired: false },
  };
}

async function timed<T>(act: () => Promise<T>): Promise<Times & { readonly result: T }> {
  let [last, longest, isOver] = [performance.now(), 0, false];
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setTimeout(tick);
  };
  tick();
  const start = performance.now();
  const result = await act();
  isOver = true;
  tick();
  return { result, ms: performance.now() - start, longest };
}

const outside: KeptWindow = {
  kept,
  said,
  fill: (count, length) =>
    timed(async () => {
      for (let first = 1; first <= count; first += A_STEP) {
        const writes = Array.from({ length: Math.min(A_STEP, count + 1 - first) }, (_, index) => {
          const order = first + index;
          const step: StoredStep = {
            ...{ path: `${order}.md`, isElsewhere: false },
            ...{ before: exactText(order, length), after: exactText(-order, length) },
          };
          return { change: changeOf(order), steps: [step] };
        });
        if (!(await kept.write(writes, []))) throw new Error('Not written.');
      }
    }),
  open: async () => {
    const { result, ms, longest } = await timed(() => kept.open());
    return { ms, longest, orders: result?.map(({ order }) => order) };
  },
  textsOf: async (order) => (await kept.read(order))?.flatMap(({ before, after }) => [before, after]),
  wait: (ms) => timed(() => new Promise((resolve) => setTimeout(resolve, ms))),
  setFull: (isFull) => {
    Object.defineProperty(IDBObjectStore.prototype, 'put', isFull ? { ...put, value: refuse } : put);
  },
  inDatabase: (version, act) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, version);
      request.onerror = () => reject(new Error('Not opened.'));
      request.onsuccess = () => {
        const database = request.result;
        const store = database.transaction('changes', 'readwrite').objectStore('changes');
        const asked = act === 'damage' ? store.put({ order: 2, id: 7 }) : store.count();
        asked.onsuccess = () => {
          database.close();
          resolve(Number(asked.result));
        };
      };
    }),
};

Object.assign(window, outside);
