import { isIP } from 'node:net';
import { platformOf } from '../bridge/cli/platform';
import type { Command } from '../bridge/commands/command';
import { matchesPattern } from '../bridge/commands/policy';
import { listeningProblem } from './server/free-port';
import { explainListening } from './server/listening-failure';

const COMMAND_PATTERN = /^(?:\*|[a-z0-9][\w-]*(?:[:/][\w-]+)*(?:[:/]\*)?)$/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@\\]+)\/?$/i;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** A port a person may enter. Whether it is free is another question: see {@link freePortProblem}. */
export function portProblem(value: unknown): string | undefined {
  const usable = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;
  return usable ? undefined : 'Enter a whole number from 1 to 65535.';
}

/** Whether the port can be had at this address now. */
export async function freePortProblem(address: string, port: number): Promise<string | undefined> {
  const code = await listeningProblem({ address, port });
  return code === undefined ? undefined : (await explainListening(code, { address, port })).reason;
}

/** An address of this computer to listen at. */
export async function addressProblem(value: unknown): Promise<string | undefined> {
  if (typeof value !== 'string' || (isIP(value) === 0 && value !== 'localhost')) {
    return 'Enter an IP address of this computer, such as 127.0.0.1.';
  }
  return freePortProblem(value, 0);
}

export function timeoutProblem(value: unknown): string | undefined {
  const usable = typeof value === 'number' && value >= 1 && value <= 600;
  return usable ? undefined : 'Enter a number of seconds from 1 to 600.';
}

export function vaultNameProblem(value: unknown): string | undefined {
  const usable = typeof value === 'string' && !/[\p{Cc}/\\]/u.test(value);
  return usable ? undefined : 'Enter the name of a vault, not its folder.';
}

/** The form of the program's path; whether the program answers is asked of the bridge. */
export function programPathProblem(value: unknown, platformId: string): string | undefined {
  const platform = platformOf(platformId);
  if (typeof value !== 'string') return 'Enter a path.';
  if (value === '') return undefined;
  if (!platform.isAbsolute(value)) return 'Enter the whole path, from the root of the disk.';
  if (platform.isAppExecutable(value)) {
    return 'This is the app itself, not its command line program. Enter the program that the app registers.';
  }
  return undefined;
}

/** Patterns that name commands: each must cover at least one, or it would give a false sense of safety. */
export function patternsProblem(value: unknown, commands: readonly Command[]): string | undefined {
  return listProblem(value, (pattern) => {
    if (!COMMAND_PATTERN.test(pattern)) {
      return `"${pattern}" is neither a command, such as delete, nor a pattern, such as dev:*.`;
    }
    const known = commands.length === 0 || commands.some(({ name }) => matchesPattern(pattern, name));
    return known
      ? undefined
      : `"${pattern}" covers no known command. Check its spelling in the list of commands.`;
  });
}

export function originsProblem(value: unknown): string | undefined {
  return listProblem(value, (origin) =>
    ORIGIN.test(origin)
      ? undefined
      : `"${origin}" is no web origin. Enter the scheme and the host, such as https://example.com.`,
  );
}

export function hostsProblem(value: unknown): string | undefined {
  return listProblem(value, (host) =>
    HOST_NAME.test(host)
      ? undefined
      : `"${host}" is no host name. Enter only the name, such as my-mac.local.`,
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
