import type { Readable } from 'node:stream';

/**
 * Calls back with each line of a stream that is not empty. Only a line feed ends a line: unlike Node's `readline`, which
 * would also cut a message at the line separators U+2028 and U+2029 in a note.
 */
export function splitLines(stream: Readable, take: (line: string) => void): void {
  let parts: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const [first = '', ...rest] = chunk.split('\n');
    parts.push(first);
    for (const next of rest) {
      const line = parts.join('').trim();
      if (line !== '') take(line);
      parts = [next];
    }
  });
}
