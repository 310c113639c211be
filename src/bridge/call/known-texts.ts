import type { ClientKey } from '../caller';

/** Notes of one key. */
const MAX_NOTES = 500;

/** A note of a vault. */
interface KnownNote {
  /** Undefined where calls name no vault. */
  readonly vault: string | undefined;
  readonly path: string;
}

/**
 * The revisions of the notes that each key has read or written last, so that a model does not overwrite a text that it has not
 * seen. In memory only.
 */
export class KnownTexts {
  /** By the id of the key, then by vault and path, the oldest first. */
  private readonly keys = new Map<ClientKey['id'], Map<string, string>>();

  /** The revision of a note that a key has read or written last; undefined if that is not known. */
  get(key: ClientKey['id'], note: KnownNote): string | undefined {
    return this.keys.get(key)?.get(nameOf(note));
  }

  /** @param revision undefined if it is not known any more */
  set(key: ClientKey['id'], note: KnownNote, revision: string | undefined): void {
    const notes = this.keys.get(key) ?? new Map<string, string>();
    this.keys.set(key, notes);
    const name = nameOf(note);
    notes.delete(name);
    if (revision === undefined) return;
    notes.set(name, revision);
    const [oldest] = notes.keys();
    if (notes.size > MAX_NOTES && oldest !== undefined) notes.delete(oldest);
  }
}

function nameOf({ vault, path }: KnownNote): string {
  return JSON.stringify([vault ?? null, path]);
}
