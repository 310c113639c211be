import { access, constants, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a file that another program holds open is tried again. */
const BUSY_MS = 1_000;
const BUSY_PAUSE_MS = 50;
/** What Windows says of such a file. */
const BUSY: readonly unknown[] = ['EPERM', 'EBUSY'];

/** A file and the temporary one beside it that its new bytes are written to first. */
export interface WrittenFile {
  readonly file: string;
  readonly temporary: string;
}

/**
 * Gives a file new bytes: at any moment it has all the old ones or all the new ones. Mode and owner are kept.
 * @param before the bytes that are replaced
 * @returns false where the file has other bytes now, or is gone; then it is left alone
 */
export async function replaceWhole(
  { file, temporary }: WrittenFile,
  before: Buffer,
  after: Buffer,
): Promise<boolean> {
  try {
    // What its owner has made read-only stays as it is.
    await access(file, constants.W_OK).catch((error: unknown) => {
      if (codeOf(error) === 'EACCES') throw error;
    });
    const { mode, uid, gid } = await stat(file);
    await rm(temporary, { force: true });
    await writeNew(temporary, after, async (handle) => {
      // Only the superuser may give a file away, and for anybody else there is nothing to do.
      await handle.chown(uid, gid).catch(() => undefined);
      await handle.chmod(mode & 0o7777);
    });
    const lastTry = performance.now() + BUSY_MS;
    for (;;) {
      if (!(await readFile(file)).equals(before)) return false;
      try {
        await rename(temporary, file);
        return true;
      } catch (error) {
        if (!BUSY.includes(codeOf(error)) || performance.now() > lastTry) throw error;
        await pause(BUSY_PAUSE_MS);
      }
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/**
 * Makes a file that has all its bytes as soon as it is there.
 * @returns false where there is one already
 */
export async function createWhole({ file, temporary }: WrittenFile, bytes: Buffer): Promise<boolean> {
  try {
    await rm(temporary, { force: true });
    await writeNew(temporary, bytes);
    await link(temporary, file).catch(async (error: unknown) => {
      // On file systems without hard links there is no way to make it in one step and replace nothing.
      if (codeOf(error) !== 'EEXIST') await writeNew(file, bytes);
      else throw error;
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Writes a file that was not there before, down to the disk; where that fails, it is removed again. */
async function writeNew(
  file: string,
  bytes: Buffer,
  prepare: (handle: FileHandle) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await prepare(handle);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** The system's name for an error, such as ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
