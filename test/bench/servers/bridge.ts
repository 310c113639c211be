import { Bridge } from '../../../src/bridge/bridge';
import { platformOf } from '../../../src/bridge/cli/platform';
import { DEFAULT_SETTINGS } from '../../../src/bridge/settings';

/** The bridge with the program given on the command line; sends its port, and its memory on request. */
const [file = '', ...leadingArguments] = process.argv.slice(2);

const bridge = new Bridge(
  { ...DEFAULT_SETTINGS, port: 0 },
  {
    version: '0.0.0',
    platform: platformOf(process.platform),
    environment: process.env,
    apiKey: 'bench',
    program: { file, leadingArguments },
    report: (message) => process.stderr.write(`${message}\n`),
  },
);

const { port } = await bridge.start();
await bridge.lookAgain();
/** Memory that the host has written to, as an app does over the days. Linux copies the tables of its pages with each process. */
const written: Buffer[] = [];
process.on('message', (word) => {
  if (word === 'write') {
    written.push(Buffer.alloc(500_000_000, 1));
    process.send?.({ blocks: written.length });
  }
  if (word !== 'memory') return;
  global.gc?.();
  process.send?.({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
});
process.send?.({ port });
