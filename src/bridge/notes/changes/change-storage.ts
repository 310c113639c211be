import * as z from 'zod/v4';
import type { NoteStep } from '../made-change';
import { NOTE_ACTIONS } from './change';
import type { ChangedNote, KeptChange } from './change';

const text = z.string();
const lines = z.int().min(0);

const changedNote: z.ZodType<ChangedNote> = z.object({
  action: z.enum(NOTE_ACTIONS),
  vault: text.optional(),
  isElsewhere: z.boolean(),
  path: text,
  from: text.optional(),
  isFolder: z.boolean().optional(),
  added: lines,
  removed: lines,
});

/** What is stored about a change besides its texts. */
export interface StoredChange extends KeptChange {
  /** Greater for a later change; names it in the storage. */
  readonly order: number;
  /** The ids of the changes that it undoes. */
  readonly undoes: readonly string[];
  /** The memory that its texts need, in bytes; 0 once they have expired. */
  readonly bytes: number;
  readonly isExpired: boolean;
}

/** The shape of a {@link StoredChange} that was read. */
export const storedChange: z.ZodType<StoredChange> = z.object({
  order: z.number(),
  id: text,
  group: text.optional(),
  time: z.iso.datetime(),
  client: text,
  clientId: text,
  command: text,
  path: text,
  from: text.optional(),
  added: lines,
  removed: lines,
  isUndo: z.boolean(),
  isUndone: z.boolean(),
  notes: z.array(changedNote),
  takesCommands: z.array(text),
  why: text.optional(),
  undoes: z.array(text),
  bytes: lines,
  isExpired: z.boolean(),
});

/** A step with its texts, without the store that its note is in. */
export interface StoredStep extends Partial<Omit<NoteStep, 'store'>> {
  readonly path: string;
  readonly isElsewhere: boolean;
}

/** The shape of a {@link StoredStep} that was read. */
export const storedStep: z.ZodType<StoredStep> = z.object({
  vault: text.optional(),
  isElsewhere: z.boolean(),
  path: text,
  from: text.optional(),
  isFile: z.boolean().optional(),
  isFolder: z.boolean().optional(),
  before: text.optional(),
  after: text.optional(),
});

/** A change to store, with its texts unless these are stored already. */
export interface StorageWrite {
  readonly change: StoredChange;
  readonly steps?: readonly StoredStep[] | undefined;
}

/**
 * Keeps changes for longer than the app runs. Its methods never reject: the host tells the user once when something fails. They
 * may be called at any time, and are carried out one after the other.
 */
export interface ChangeStorage {
  /** Reads the changes, without their texts, the oldest first. @returns undefined if nothing can be kept in this run */
  open(): Promise<readonly StoredChange[] | undefined>;
  /** Stores and removes changes in one step. @param removed their orders @returns whether it is done */
  write(writes: readonly StorageWrite[], removed: readonly number[]): Promise<boolean>;
  /** The texts of a change; undefined if they are not there. @param order that of the change */
  read(order: number): Promise<readonly StoredStep[] | undefined>;
  /** Removes everything, including what a newer version has stored. */
  erase(): Promise<void>;
  close(): Promise<void>;
}
