import type { NoteStore } from '../../src/bridge/notes/note-store';

/**
 * A note store in which every path has this text, or none where it is undefined. It takes changes, and keeps none.
 * @param others what it does otherwise
 */
export function oneTextStore(text: string | undefined, others: Partial<NoteStore> = {}): NoteStore {
  const isThere = text !== undefined;
  return {
    read: () => Promise.resolve(text),
    change: (_path, change) => Promise.resolve(isThere && change(text) !== ''),
    create: () => Promise.resolve(!isThere),
    readBytes: () => Promise.resolve(isThere ? { size: text.length, bytes: Buffer.from(text) } : undefined),
    createBytes: () => Promise.resolve(!isThere),
    replaceBytes: () => Promise.resolve(isThere),
    stat: () => Promise.resolve(isThere ? { size: text.length, modified: 0 } : undefined),
    exists: () => Promise.resolve(isThere ? 'file' : undefined),
    makeFolder: () => Promise.resolve(!isThere),
    list: () => Promise.resolve([]),
    ...others,
  };
}
