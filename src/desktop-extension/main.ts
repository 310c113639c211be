import { join, parse } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { version } from '../../manifest.json';
import { BODY_LIMIT } from '../bridge/text/bytes';
import { LastSeen } from './last-seen';
import { Relay } from './relay';

const { dir, name } = parse(fileURLToPath(import.meta.url));
const report = (sentence: string): unknown => process.stderr.write(`${sentence}\n`);

const relay = new Relay({
  url: process.env['CLI_BRIDGE_URL'] ?? '',
  key: process.env['CLI_BRIDGE_API_KEY'] ?? '',
  version,
  lastSeen: new LastSeen(join(dir, `${name}.json`), report),
  send: (message) => process.stdout.write(`${message}\n`),
  report,
});

splitLines(process.stdin, {
  take: (line) => relay.take(line),
  refuse: () => relay.refuseLine(),
});
// Requests under way are still answered; then nothing keeps the process alive.
process.stdin.on('end', () => relay.close());
// The client is gone, so there is nobody to answer.
process.stdout.on('error', () => process.exit());

/**
 * Takes each non-empty line of a stream, the last one even without a line break, and refuses one that is too long as soon as
 * it is. Only a line feed ends a line: Node's `readline` would also cut a message at U+2028 and U+2029 in a note.
 */
function splitLines(stream: Readable, to: { take: (line: string) => void; refuse: () => void }): void {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    // The rest of a line that has been refused.
    if (size > BODY_LIMIT) return;
    size += part.length;
    if (size <= BODY_LIMIT) parts.push(part);
    else {
      parts = [];
      to.refuse();
    }
  };
  const end = (): void => {
    const line = Buffer.concat(parts).toString('utf8').trim();
    parts = [];
    size = 0;
    if (line !== '') to.take(line);
  };
  stream.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', start)) {
      add(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    add(chunk.subarray(start));
  });
  stream.on('end', end);
}
