import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kept by the stand-in in place of the app, under names that are times. */
const LEFT_OUT = /standin-history/;
const LONGEST = 2_000;

type Files = ReadonlyMap<string, Buffer>;

/** Tells which files of a folder have changed since it was asked last. */
export class VaultState {
  private files: Files;

  constructor(private readonly folder: string) {
    this.files = read(folder);
  }

  /** The new content of each changed file by its path: its text, or a digest where that is long or no text; null where it is gone. */
  changes(): Readonly<Record<string, string | null>> {
    const before = this.files;
    const after = (this.files = read(this.folder));
    const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
    const changes: Record<string, string | null> = {};
    for (const path of paths) {
      const [old, now] = [before.get(path), after.get(path)];
      if (!now) changes[path] = null;
      else if (!old?.equals(now)) changes[path] = told(now);
    }
    return changes;
  }
}

function told(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (bytes.length <= LONGEST && Buffer.from(text).equals(bytes)) return text;
  return `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}

function read(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !LEFT_OUT.test(file))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file)]),
  );
}
