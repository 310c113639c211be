import type { Readable } from 'node:stream';

/**
 * Calls back with each line of a stream that is not empty, the last one also without a line break. Only a line feed ends a line: unlike Node's `readline`, which
 * would also cut a message at the line separators U+2028 and U+2029 in a note.
 */
export function splitLines(stream: Readable, take: (line: string) => void): void {
  let parts: string[] = [];
  stream.setEncoding('utf8');
  const end = (): void => {
    const line = parts.join('').trim();
    if (line !== '') take(line);
  };
  stream.on('data', (chunk: string) => {
    const [first = '', ...rest] = chunk.split('\n');
    parts.push(first);
    for (const next of rest) {
      end();
      parts = [next];
    }
  });
  stream.on('end', end);
}
