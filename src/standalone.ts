import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { version } from '../package.json';
import { Bridge } from './bridge/bridge';
import { platformOf } from './bridge/cli/platform';
import { keyDigest } from './bridge/http/api-keys';
import { MIN_KEY_LENGTH } from './bridge/key-records';
import type { KeyRecord } from './bridge/key-records';
import { systemCode } from './bridge/text/error-kind';
import { isLoopback } from './bridge/http/address';
import { openFolder } from './bridge/notes/file-store';
import { printable } from './bridge/text/printable';
import { openAuditFile } from './standalone/audit-file';
import { parseOptions, USAGE, UsageError } from './standalone/options';
import type { Options } from './standalone/options';
import { loadSettings } from './standalone/settings-file';
import { prepareStandIn } from './standalone/stand-in';

/** How long a running command may take to finish when the host stops. */
const GRACE_MS = 5_000;
const BAD_USAGE = 2;

/** Prints in one write, so a reader of the first line also has the rest. */
function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Explains why listening failed; undefined for an unknown error. */
function listeningError(error: unknown, port: number, bindAddress: string): UsageError | undefined {
  const code = systemCode(error);
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `Port ${port} is taken by another program (27124 is also the default of the Local REST API plugin). Choose another with --port.`,
    );
  }
  if (code === 'EACCES')
    return new UsageError(`Port ${port} is not permitted. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
    return new UsageError(`"${bindAddress}" is not an address of this machine. Choose another with --bind.`);
  }
  return undefined;
}

/** The warning for an address that other computers can reach. */
function exposureWarning(address: string): string {
  return `Warning: other computers can connect to ${address}, and the API key and your notes travel unencrypted. See SECURITY.md for what to do about it.`;
}

/** A curl command to try. @param key a generated key, or the variable that holds the given one */
function curlLine(url: string, key: string): string {
  return `curl -H "Authorization: Bearer ${key}" ${url}/api/v1/cli/files`;
}

/** @throws UsageError for a key that is easy to guess or cannot be sent in a header as typed */
function checkKey(key: string): void {
  if (!/^[!-~]+$/.test(key)) {
    throw new UsageError(
      'The API key must consist of printable ASCII characters without spaces, and must not be empty.',
    );
  }
  if (key.length < MIN_KEY_LENGTH)
    throw new UsageError(`The API key must have at least ${MIN_KEY_LENGTH} characters.`);
}

/** @throws UsageError when a client's key equals the API key, which may do everything */
function requireOther(keys: readonly KeyRecord[], apiKey: string): void {
  const digest = keyDigest(apiKey).toString('hex');
  const same = keys.find(({ sha256 }) => sha256 === digest);
  if (same)
    throw new UsageError(
      `The key "${same.id}" in the settings is the API key itself. Make another one for it.`,
    );
}

/**
 * Serves until the signal to stop.
 * @throws UsageError for bad options, bad settings, or an address that is not available
 */
async function serve(options: Options, stopSignal: Promise<unknown>): Promise<void> {
  const { keys, auditFile, ...stored } = await loadSettings(options.settingsFile, warn);
  const settings = {
    ...stored,
    ...(options.port !== undefined && { port: options.port }),
    ...(options.bind !== undefined && { bindAddress: options.bind }),
  };
  const fromEnvironment = process.env['CLI_BRIDGE_API_KEY'] || undefined;
  const given = options.apiKey ?? fromEnvironment;
  if (given !== undefined) checkKey(given);
  const apiKey = given ?? randomBytes(32).toString('hex');
  requireOther(keys, apiKey);
  const audit = auditFile === '' ? undefined : openAuditFile(resolve(auditFile), warn);
  const standIn =
    options.standIn === undefined ? undefined : await prepareStandIn(options.standIn, process.env);
  // With the name of the vault, changes in it can be undone.
  const defaultVault = settings.defaultVault || (standIn?.onlyVault ?? '');
  const served = { ...settings, defaultVault };
  const bridge = new Bridge(served, {
    version,
    platform: platformOf(process.platform),
    environment: standIn?.environment ?? process.env,
    apiKey,
    keys,
    program:
      standIn?.program ?? (options.cli ? { file: resolve(options.cli), leadingArguments: [] } : undefined),
    resolveLink: (path) => realpath(path).catch(() => path),
    openFolder,
    report: warn,
    audit: audit?.add,
  });

  // For an unexpected exit; after `stop` nothing is running.
  process.once('exit', () => bridge.kill());
  try {
    const { address, port } = await bridge.start();
    if (!isLoopback(address)) warn(exposureWarning(address));
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
    const variable = options.apiKey === undefined ? '$CLI_BRIDGE_API_KEY' : '$KEY';
    const lines = [`Listening on ${url}`, curlLine(url, given === undefined ? apiKey : variable)];
    if (given === undefined) lines.push(`export KEY=${apiKey}`);
    if (standIn) lines.push(`The stand-in uses ${standIn.folder}`);
    print(lines);
    await stopSignal;
  } catch (error) {
    throw listeningError(error, settings.port, settings.bindAddress) ?? error;
  } finally {
    await bridge.stop(GRACE_MS);
    await standIn?.dispose();
    audit?.close();
  }
}

/** Resolves at the first SIGINT or SIGTERM. From now on, these do not end the process on their own. */
function firstStopSignal(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
  });
}

async function main(): Promise<void> {
  // Keep serving when nobody reads the output anymore.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) {
      process.stdout.write(USAGE);
      return;
    }
    await serve(options, firstStopSignal());
    process.exit(0);
  } catch (error) {
    const known = error instanceof UsageError;
    warn(
      known ? printable(error.message, 1_000) : 'CLI Bridge could not start because of an unexpected error.',
    );
    process.exitCode = known ? BAD_USAGE : 1;
  }
}

void main();
