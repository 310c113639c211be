import { writeSync } from 'node:fs';

/**
 * Prints text on stdout (1) or stderr (2), completely before the process can exit. Writes to the descriptor directly:
 * Node takes some milliseconds to set up its streams, and this program is started for every call.
 */
export function print(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    // A full non-blocking pipe: the stream can wait for it. A reader that has closed the pipe is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    stream.on('error', () => undefined);
    stream.write(rest);
  }
}
