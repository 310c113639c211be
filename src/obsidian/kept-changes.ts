import { deleteDB, openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { storedChange, storedStep } from '../bridge/notes/changes/change-storage';
import type {
  ChangeStorage,
  StorageWrite,
  StoredChange,
  StoredStep,
} from '../bridge/notes/changes/change-storage';
import { errorKind } from '../bridge/text/error-kind';

interface Schema extends DBSchema {
  /** By their order. */
  changes: { key: number; value: StoredChange };
  /** The texts of changes, by the order of the change and the index of the step. */
  steps: { key: [order: number, index: number]; value: StoredStep };
}

type Database = IDBPDatabase<Schema>;

const VERSION = 1;
/** How many changes are read in one step, and how many UTF-16 units of texts are written in one. */
const CHANGES_A_STEP = 100;
const UNITS_A_STEP = 512 * 1024;

const UNTIL_CLOSED = 'Until then, changes can be undone only until Obsidian is closed.';
const DAMAGED =
  "The changes that CLI Bridge kept on this device couldn't be read, so they can no longer be undone. New ones are kept.";
const NEWER = `A newer version of CLI Bridge kept changes on this device. They stay as they are: update the plugin to see them. ${UNTIL_CLOSED}`;
const FULL = `This device is out of space to keep changes. Free some up. ${UNTIL_CLOSED}`;
const UNAVAILABLE =
  "CLI Bridge can't keep changes on this device. They can be undone only until Obsidian is closed.";

/** The changes of one vault, kept in the browser's database on this device. Never synced. */
export class KeptChanges implements ChangeStorage {
  private readonly name: string;
  private readonly notified = new Set<string>();
  private opened: Promise<Database | undefined> | undefined;
  /** The last of the operations, which are done one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  /**
   * @param vaultId all vaults share their databases
   * @param notify shows the user a sentence
   */
  constructor(
    vaultId: string,
    private readonly notify: (sentence: string) => void,
  ) {
    this.name = `cli-bridge-${vaultId}`;
  }

  open(): Promise<readonly StoredChange[] | undefined> {
    return this.inTurn(async () => {
      const stored = await this.attempt(readChanges);
      if (stored) return stored;
      // It was created again, or can't be used.
      return (await this.database()) && [];
    });
  }

  write(writes: readonly StorageWrite[], removed: readonly number[]): Promise<boolean> {
    return this.inTurn(async () => {
      const done = await this.attempt(async (database) => {
        await writeAll(database, writes, removed);
        return true;
      });
      return done ?? false;
    });
  }

  read(order: number): Promise<readonly StoredStep[] | undefined> {
    return this.attempt(async (database) => {
      const steps = await database.getAll('steps', stepsOf(order));
      return steps.length > 0 ? storedStep.array().parse(steps) : undefined;
    });
  }

  erase(): Promise<void> {
    return this.inTurn(async () => {
      await this.disconnect();
      // What can't be removed can't be read either.
      await deleteDB(this.name).catch(() => undefined);
    });
  }

  close(): Promise<void> {
    return this.inTurn(() => this.disconnect());
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.turn.then(act);
    this.turn = result.catch(() => undefined);
    return result;
  }

  /** Does something with the database; once more in a new connection if that fails; then the database is created again. */
  private async attempt<T>(act: (database: Database) => Promise<T>, isAgain = false): Promise<T | undefined> {
    const database = await this.database();
    if (!database) return undefined;
    try {
      return await act(database);
    } catch (error) {
      if (isNamed(error, 'QuotaExceededError')) {
        this.notifyOnce(FULL);
        return undefined;
      }
      await this.disconnect();
      if (!isAgain) return this.attempt(act, true);
      this.opened = this.recreate(error);
      await this.opened;
      return undefined;
    }
  }

  /** @returns undefined if it can't be used */
  private database(): Promise<Database | undefined> {
    return (this.opened ??= this.connect().catch((error: unknown) => {
      if (!isNamed(error, 'VersionError')) return this.recreate(error);
      this.notifyOnce(NEWER);
      return undefined;
    }));
  }

  private async connect(): Promise<Database> {
    const forget = (): void => {
      this.opened = undefined;
    };
    return await openDB<Schema>(this.name, VERSION, {
      upgrade(database) {
        database.createObjectStore('changes', { keyPath: 'order' });
        database.createObjectStore('steps');
      },
      // Another window removes it, or the browser has closed it.
      blocking: () => void this.disconnect(),
      terminated: forget,
    });
  }

  private async recreate(error: unknown): Promise<Database | undefined> {
    console.error(`CLI Bridge couldn't use its database of changes (${errorKind(error)}).`);
    try {
      await deleteDB(this.name);
      const database = await this.connect();
      this.notifyOnce(DAMAGED);
      return database;
    } catch {
      this.notifyOnce(UNAVAILABLE);
      return undefined;
    }
  }

  private async disconnect(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    (await opened)?.close();
  }

  private notifyOnce(sentence: string): void {
    if (this.notified.has(sentence)) return;
    this.notified.add(sentence);
    this.notify(sentence);
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** The keys of the texts of a change. */
function stepsOf(order: number): IDBKeyRange {
  return IDBKeyRange.bound([order, 0], [order, Infinity]);
}

/** Reads in steps, so that many changes don't hold up the app. */
async function readChanges(database: Database): Promise<readonly StoredChange[]> {
  const changes: StoredChange[] = [];
  for (;;) {
    const last = changes.at(-1)?.order;
    const range = last === undefined ? undefined : IDBKeyRange.lowerBound(last, true);
    const found = await database.getAll('changes', range, CHANGES_A_STEP);
    changes.push(...storedChange.array().parse(found));
    if (found.length < CHANGES_A_STEP) return changes;
  }
}

/** Writes in one transaction, and waits now and then, so that long texts don't hold up the app. */
async function writeAll(
  database: Database,
  writes: readonly StorageWrite[],
  removed: readonly number[],
): Promise<void> {
  const transaction = database.transaction(['changes', 'steps'], 'readwrite');
  const [changes, texts] = [transaction.objectStore('changes'), transaction.objectStore('steps')];
  let units = 0;
  const put = async (): Promise<void> => {
    for (const { change, steps = [] } of writes) {
      void begin(changes.put(change));
      if (change.isExpired) void begin(texts.delete(stepsOf(change.order)));
      for (const [index, step] of steps.entries()) {
        const written = begin(texts.put(step, [change.order, index]));
        units += (step.before ?? '').length + (step.after ?? '').length;
        if (units < UNITS_A_STEP) continue;
        await written;
        units = 0;
      }
    }
    for (const order of removed) {
      void begin(changes.delete(order));
      void begin(texts.delete(stepsOf(order)));
    }
  };
  await Promise.all([put(), transaction.done]);
}

/** Starts a request, whose failure is that of its transaction. */
function begin<T>(request: Promise<T>): Promise<T> {
  request.catch(() => undefined);
  return request;
}
