import { writeSync } from 'node:fs';

/**
 * Prints a text on stdout (1) or stderr (2), all of it before the process can end. Written straight to the descriptor,
 * because Node needs some milliseconds to set up its streams and this program is started for every call.
 */
export function print(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    // A pipe that is full and may not be waited for: here the stream knows how to. A reader that has gone is no failure.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    stream.on('error', () => undefined);
    stream.write(rest);
  }
}
