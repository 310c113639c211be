/**
 * Checks a bridge that is running, for example the one in an open app: `npm run check:app`. It writes notes to one folder of
 * the vault and deletes them again.
 */
import { parseArgs } from 'node:util';
import { BridgeClient } from './app/bridge-client.mjs';
import { checksFor, FOLDER, runChecks } from './app/checks.mjs';

const USAGE = `Usage: npm run check:app -- [options]

  --url URL     address of the server (default $BRIDGE_URL or http://127.0.0.1:27124)
  --key KEY     an API key with write access; better set BRIDGE_KEY
  --vault NAME  vault to use instead of the default one
  --bytes N     size of the long text (default 5000000)
  --calls N     how many calls to make at once (default 50)
`;

const named = ['url', 'key', 'vault', 'bytes', 'calls'].map((name) => [name, { type: 'string' }]);
const { values } = parseArgs({ options: { ...Object.fromEntries(named), help: { type: 'boolean' } } });
const url = values.url ?? process.env.BRIDGE_URL ?? 'http://127.0.0.1:27124';
const key = values.key ?? process.env.BRIDGE_KEY;

if (values.help) process.stdout.write(USAGE);
else if (!key) {
  process.stderr.write(`There is no key.\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const bridge = new BridgeClient(url, key, values.vault);
  const [bytes, calls] = [values.bytes, values.calls].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  const failures = await runChecks(checksFor(bridge, { bytes, calls }));
  process.stdout.write(
    failures === 0
      ? `All checks passed. The CLI cannot delete folders: the empty folder "${FOLDER}" is yours to delete.\n`
      : `${failures} checks failed. Look for leftovers in the folder "${FOLDER}".\n`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}
