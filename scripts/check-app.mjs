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

/** @returns what was asked for @throws Error with a sentence where that is not valid */
function readOptions() {
  const named = ['url', 'key', 'vault', 'bytes', 'calls'].map((name) => [name, { type: 'string' }]);
  const { values } = parseArgs({ options: { ...Object.fromEntries(named), help: { type: 'boolean' } } });
  const numberOf = (name) => {
    const text = values[name];
    if (text === undefined || /^[1-9]\d*$/.test(text)) return text && Number(text);
    throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
  };
  const url = values.url ?? process.env.BRIDGE_URL ?? 'http://127.0.0.1:27124';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`"${url}" is not an address of a server.`);
  const key = values.key ?? process.env.BRIDGE_KEY;
  if (!key && !values.help) throw new Error('There is no key. Set BRIDGE_KEY, or give --key.');
  return { ...values, url, key, bytes: numberOf('bytes'), calls: numberOf('calls') };
}

/** Runs the checks until they are done or interrupted, and cleans up. @returns the exit code */
async function check({ url, key, vault, bytes, calls }) {
  const { checks, cleanUp } = checksFor(new BridgeClient(url, key, vault), { bytes, calls });
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('interrupted'));
  });
  const failures = await Promise.race([runChecks(checks), interrupted]);
  if (failures === 'interrupted') process.stdout.write('Interrupted. Deleting the notes of these checks…\n');
  const left = await runChecks([['The notes of these checks are deleted', cleanUp]]);
  if (left > 0) process.stdout.write(`Look for leftovers in the folder "${FOLDER}".\n`);
  if (failures === 'interrupted') return 130;
  const failed = failures + left;
  process.stdout.write(
    failed === 0
      ? `All checks passed. The CLI cannot delete folders: the empty folder "${FOLDER}" is yours to delete.\n`
      : `${failed} ${failed === 1 ? 'check' : 'checks'} failed.\n`,
  );
  return failed === 0 ? 0 : 1;
}

let options;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exit(2);
}
if (options.help) process.stdout.write(USAGE);
// What was interrupted may still be under way.
else process.exit(await check(options));
