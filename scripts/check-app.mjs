/**
 * Checks a running bridge, for example the one in an open app: `npm run check:app`. It writes notes to one folder of the vault
 * and deletes them afterwards. With --facts it also questions the CLI itself.
 */
import { parseArgs } from 'node:util';
import { BridgeClient } from './app/bridge-client.mjs';
import { checksFor, FOLDER, runChecks } from './app/checks.mjs';
import { Facts } from './app/facts.mjs';

const USAGE = `Usage: npm run check:app -- [options]

  --url URL     address of the server (default $BRIDGE_URL or http://127.0.0.1:27124)
  --key KEY     API key with write access; prefer BRIDGE_KEY
  --vault NAME  vault to use, instead of the default one
  --bytes N     size of the long text (default 5000000)
  --calls N     how many calls to make at once (default 50)
  --facts       also ask the CLI itself about what was rarely or never observed
  --cli PATH    CLI to ask, instead of the one that the server uses
`;

/** @returns the options @throws Error with a sentence about an invalid one */
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
    throw new Error(`"${url}" is not a server address.`);
  const key = values.key ?? process.env.BRIDGE_KEY;
  if (!key && !values.help) throw new Error('There is no key. Set BRIDGE_KEY, or give --key.');
  return { ...values, url, key, bytes: numberOf('bytes'), calls: numberOf('calls') };
}

/** Resolves when the script is interrupted. */
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('interrupted'));
});

/**
 * Runs until done or interrupted, then deletes the notes.
 * @returns the number of failures, including the deletion, and whether it was interrupted
 */
async function work(run, cleanUp) {
  const ended = await Promise.race([run(), interrupted]);
  const isInterrupted = ended === 'interrupted';
  if (isInterrupted) process.stdout.write('Interrupted. Deleting the notes of these checks…\n');
  const left = await runChecks([['The notes of these checks are deleted', cleanUp]]);
  if (left > 0) process.stdout.write(`Look for leftovers in the folder "${FOLDER}".\n`);
  return { isInterrupted, failures: (isInterrupted ? 0 : ended) + left };
}

/** Checks the bridge. @returns see {@link work} */
function checkBridge(bridge, sizes) {
  const { checks, cleanUp } = checksFor(bridge, sizes);
  return work(() => runChecks(checks), cleanUp);
}

/** Prepares to question the CLI. @throws Error if it has no such vault */
async function factsFor(bridge, { cli, vault }) {
  const { cli: found, server } = await bridge.health();
  const name = vault ?? server.vault;
  if (!name) throw new Error('The server has no vault of its own. Give --vault.');
  return Facts.of(cli ?? found.binaryPath, name);
}

/** Questions the CLI. An unexpected answer is not a failure. @returns see {@link work} */
function askProgram(facts) {
  const run = async () => {
    await facts.ask();
    return 0;
  };
  return work(run, () => facts.cleanUp());
}

/** Runs what the options ask for. @returns the exit code */
async function check(options) {
  const { url, key, vault, bytes, calls } = options;
  const bridge = new BridgeClient(url, key, vault);
  const facts = options.facts ? await factsFor(bridge, options) : undefined;
  let { isInterrupted, failures } = await checkBridge(bridge, { bytes, calls });
  if (facts && !isInterrupted) {
    const asked = await askProgram(facts);
    isInterrupted = asked.isInterrupted;
    failures += asked.failures;
  }
  if (isInterrupted) return 130;
  process.stdout.write(
    failures === 0
      ? `All checks passed. Delete the empty folder "${FOLDER}" now.\n`
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
// Exits explicitly, because interrupted work may still be under way.
else {
  const code = await check(options).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return 1;
  });
  process.exit(code);
}
