/**
 * Checks a bridge that is running, for example the one in an open app: `npm run check:app`. It writes notes to one folder of
 * the vault and deletes them again. With --facts it also asks the program itself.
 */
import { parseArgs } from 'node:util';
import { BridgeClient } from './app/bridge-client.mjs';
import { checksFor, FOLDER, runChecks } from './app/checks.mjs';
import { Facts } from './app/facts.mjs';

const USAGE = `Usage: npm run check:app -- [options]

  --url URL     address of the server (default $BRIDGE_URL or http://127.0.0.1:27124)
  --key KEY     an API key with write access; better set BRIDGE_KEY
  --vault NAME  vault to use instead of the default one
  --bytes N     size of the long text (default 5000000)
  --calls N     how many calls to make at once (default 50)
  --facts       ask the program itself, too, what is known of it from few observations
  --cli PATH    the program to ask instead of the one that the server uses
`;

/** @returns what was asked for @throws Error with a sentence where that is not valid */
function readOptions() {
  const named = ['url', 'key', 'vault', 'bytes', 'calls', 'cli'].map((name) => [name, { type: 'string' }]);
  const switches = ['facts', 'help'].map((name) => [name, { type: 'boolean' }]);
  const { values } = parseArgs({ options: Object.fromEntries([...named, ...switches]) });
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

/** Fires when the script is asked to end. */
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('interrupted'));
});

/**
 * Works until it is done or interrupted, and deletes the notes of it.
 * @returns how many checks have failed, the deletion included, and whether it was interrupted
 */
async function work(run, cleanUp) {
  const ended = await Promise.race([run(), interrupted]);
  const isInterrupted = ended === 'interrupted';
  if (isInterrupted) process.stdout.write('Interrupted. Deleting the notes of these checks…\n');
  const left = await runChecks([['The notes of these checks are deleted', cleanUp]]);
  if (left > 0) process.stdout.write(`Look for leftovers in the folder "${FOLDER}".\n`);
  return { isInterrupted, failures: (isInterrupted ? 0 : ended) + left };
}

/** @returns how many checks of the bridge have failed, see {@link work} */
function checkBridge(bridge, sizes) {
  const { checks, cleanUp } = checksFor(bridge, sizes);
  return work(() => runChecks(checks), cleanUp);
}

/** Asks the program; an answer that is not the expected one is no failure. @returns see {@link work} */
async function askProgram(bridge, { cli, vault }) {
  const { cli: found, server } = await bridge.health();
  const name = vault ?? server.vault;
  if (!name) throw new Error('The server is in no vault: give --vault.');
  const facts = await Facts.of(cli ?? found.binaryPath, name);
  const run = async () => {
    await facts.ask();
    return 0;
  };
  return work(run, () => facts.cleanUp());
}

/** Does all that was asked for. @returns the exit code */
async function check(options) {
  const { url, key, vault, bytes, calls } = options;
  const bridge = new BridgeClient(url, key, vault);
  let { isInterrupted, failures } = await checkBridge(bridge, { bytes, calls });
  if (options.facts && !isInterrupted) {
    const asked = await askProgram(bridge, options);
    isInterrupted = asked.isInterrupted;
    failures += asked.failures;
  }
  if (isInterrupted) return 130;
  process.stdout.write(
    failures === 0
      ? `All checks passed. The CLI cannot delete folders: the empty folder "${FOLDER}" is yours to delete.\n`
      : `${failures} ${failures === 1 ? 'check' : 'checks'} failed.\n`,
  );
  return failures === 0 ? 0 : 1;
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
else {
  const code = await check(options).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return 1;
  });
  process.exit(code);
}
