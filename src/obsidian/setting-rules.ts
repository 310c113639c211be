import { isIP } from 'node:net';
import { platformOf } from '../bridge/cli/platform';
import type { Command } from '../bridge/commands/catalogue/command';
import { matchesPattern, patternProblem } from '../bridge/text/command-pattern';
import { isVaultPath } from '../bridge/text/path-list';
import { partsOf } from '../bridge/notes/store-path';
import { KEEP_DAYS_RANGE, PORT_RANGE, TIMEOUT_RANGE } from '../bridge/settings';
import { explainListening, listeningProblem } from './server/explain-listening';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@\\]+)\/?$/i;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Checks only the number. {@link freePortProblem} checks that the port is free. */
export function portProblem(value: unknown): string | undefined {
  const { min, max } = PORT_RANGE;
  return isWithin(PORT_RANGE, value) && Number.isInteger(value)
    ? undefined
    : `Enter a whole number from ${min} to ${max}.`;
}

/** Checks that the port is free at this address. */
export async function freePortProblem(address: string, port: number): Promise<string | undefined> {
  const code = await listeningProblem({ address, port });
  return code === undefined ? undefined : (await explainListening(code, { address, port })).reason;
}

/** Checks that the server could listen on this address. */
export async function addressProblem(value: unknown): Promise<string | undefined> {
  if (typeof value !== 'string' || (isIP(value) === 0 && value !== 'localhost')) {
    return 'Enter an IP address of this computer, such as 127.0.0.1.';
  }
  return freePortProblem(value, 0);
}

/** Checks the number of seconds. */
export function timeoutProblem(value: unknown): string | undefined {
  const { min, max } = TIMEOUT_RANGE;
  return isWithin(TIMEOUT_RANGE, value) ? undefined : `Enter a number of seconds from ${min} to ${max}.`;
}

/** Checks the number of days. */
export function daysProblem(value: unknown): string | undefined {
  const { min, max } = KEEP_DAYS_RANGE;
  const isWhole = Number.isInteger(value) && isWithin(KEEP_DAYS_RANGE, value);
  return isWhole ? undefined : `Enter a whole number of days from ${min} to ${max}.`;
}

/** Checks that this is a name, not a path. */
export function vaultNameProblem(value: unknown): string | undefined {
  const usable = typeof value === 'string' && !/[\p{Cc}/\\]/u.test(value);
  return usable ? undefined : 'Enter the name of a vault, not its folder.';
}

/** Checks names and IDs of vaults. An ID has the form of a name. */
export function vaultNamesProblem(value: unknown): string | undefined {
  return listProblem(value, vaultNameProblem);
}

/** Checks only the form of the path, not whether the folder is there. */
export function folderProblem(value: unknown): string | undefined {
  const isPath = typeof value === 'string' && partsOf(value) !== undefined;
  return isPath ? undefined : 'Enter the path of a folder in your vault that is not hidden, such as Prompts.';
}

/** Checks only the form of each path, not whether there is such a folder or note. */
export function placesProblem(value: unknown): string | undefined {
  return listProblem(value, (path) =>
    isVaultPath(path)
      ? undefined
      : `"${path}" isn't the path of a folder or note. Enter it from the vault's root, such as Journal/2026.`,
  );
}

/** Checks only the form of the path, not whether the CLI is there. */
export function programPathProblem(value: unknown, platformId: string): string | undefined {
  const platform = platformOf(platformId);
  if (typeof value !== 'string') return 'Enter a path.';
  if (value === '') return undefined;
  if (!platform.isAbsolute(value)) return 'Enter an absolute path.';
  if (platform.isAppExecutable(value)) {
    return 'This is the path of the app itself. Enter the path of the Obsidian CLI.';
  }
  return undefined;
}

/** Checks that each pattern matches a known command. A misspelled one would give a false sense of security. */
export function patternsProblem(value: unknown, commands: readonly Command[]): string | undefined {
  return listProblem(value, (pattern) => {
    const malformed = patternProblem(pattern);
    if (malformed !== undefined) return `${malformed}.`;
    const known = commands.length === 0 || commands.some(({ name }) => matchesPattern(pattern, name));
    return known
      ? undefined
      : `"${pattern}" matches no known command. Check the spelling in the list of commands.`;
  });
}

/** Checks the form of each origin. */
export function originsProblem(value: unknown): string | undefined {
  return listProblem(value, (origin) =>
    ORIGIN.test(origin)
      ? undefined
      : `"${origin}" isn't a valid origin. Enter the scheme and host, such as https://example.com.`,
  );
}

/** Checks the form of each host name. */
export function hostsProblem(value: unknown): string | undefined {
  return listProblem(value, (host) =>
    HOST_NAME.test(host)
      ? undefined
      : `"${host}" isn't a valid host name. Enter only the name, such as my-mac.local.`,
  );
}

function listProblem(value: unknown, problemOf: (item: string) => string | undefined): string | undefined {
  if (!Array.isArray(value)) return 'Enter one per line.';
  for (const item of value as unknown[]) {
    const problem = problemOf(String(item));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isWithin({ min, max }: { readonly min: number; readonly max: number }, value: unknown): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
