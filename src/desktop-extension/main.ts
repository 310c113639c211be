import process from 'node:process';
import { version } from '../../manifest.json';
import { Relay } from './relay';
import { splitLines } from './split-lines';

const relay = new Relay({
  url: process.env['CLI_BRIDGE_URL'] ?? '',
  key: process.env['CLI_BRIDGE_API_KEY'] ?? '',
  version,
  send: (message) => process.stdout.write(`${message}\n`),
  report: (sentence) => process.stderr.write(`${sentence}\n`),
});

splitLines(process.stdin, (line) => relay.take(line));
// What is under way is still answered; then nothing keeps the process alive.
process.stdin.on('end', () => relay.close());
// The client has left: there is nobody to answer.
process.stdout.on('error', () => process.exit());
