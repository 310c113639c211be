import process from 'node:process';
import type { Readable } from 'node:stream';
import { version } from '../../manifest.json';
import { Relay } from './relay';

const relay = new Relay({
  url: process.env['CLI_BRIDGE_URL'] ?? '',
  key: process.env['CLI_BRIDGE_API_KEY'] ?? '',
  version,
  send: (message) => process.stdout.write(`${message}\n`),
  report: (sentence) => process.stderr.write(`${sentence}\n`),
});

splitLines(process.stdin, (line) => relay.take(line));
// Requests under way are still answered; then nothing keeps the process alive.
process.stdin.on('end', () => relay.close());
// The client is gone, so there is nobody to answer.
process.stdout.on('error', () => process.exit());

/**
 * Calls back with each non-empty line of a stream, the last one even without a line break. Only a line feed ends a line:
 * Node's `readline` would also cut a message at U+2028 and U+2029 in a note.
 */
function splitLines(stream: Readable, take: (line: string) => void): void {
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
