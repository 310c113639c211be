import { access, constants, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCode } from '../text/error-kind';

/** How long to retry while another program holds the file open. */
const BUSY_MS = 1_000;
const BUSY_PAUSE_MS = 50;
/** The errors that Windows reports for such a file. */
const BUSY: readonly unknown[] = ['EPERM', 'EBUSY'];

/** A file, and the temporary file next to it that is written first. */
export interface WrittenFile {
  readonly file: string;
  readonly temporary: string;
}

/**
 * Replaces the bytes of a file atomically. Keeps its mode and owner.
 * @param before the expected old bytes; undefined for any
 * @returns false if the file has other bytes or is gone; then it is left alone
 */
export async function replaceWhole(
  { file, temporary }: WrittenFile,
  before: Uint8Array | undefined,
  after: Uint8Array,
): Promise<boolean> {
  try {
    // Respect read-only files.
    await access(file, constants.W_OK).catch((error: unknown) => {
      if (systemCode(error) === 'EACCES') throw error;
    });
    const { mode, uid, gid } = await stat(file);
    await rm(temporary, { force: true });
    await writeNew(temporary, after, async (handle) => {
      // Only root can change the owner. For others, ignore the error.
      await handle.chown(uid, gid).catch(() => undefined);
      await handle.chmod(mode & 0o7777);
    });
    const lastTry = performance.now() + BUSY_MS;
    for (;;) {
      if (before && !(await readFile(file)).equals(before)) return false;
      try {
        await rename(temporary, file);
        return true;
      } catch (error) {
        if (!BUSY.includes(systemCode(error)) || performance.now() > lastTry) throw error;
        await pause(BUSY_PAUSE_MS);
      }
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/**
 * Creates a file that has all its bytes as soon as it appears.
 * @returns false if the file already exists
 */
export async function createWhole({ file, temporary }: WrittenFile, bytes: Uint8Array): Promise<boolean> {
  try {
    await rm(temporary, { force: true });
    await writeNew(temporary, bytes);
    await link(temporary, file).catch(async (error: unknown) => {
      // Without hard links, the file system offers no atomic way to create a file without replacing one.
      if (systemCode(error) !== 'EEXIST') await writeNew(file, bytes);
      else throw error;
    });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Writes a new file and flushes it to disk. If that fails, removes it again. */
async function writeNew(
  file: string,
  bytes: Uint8Array,
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
