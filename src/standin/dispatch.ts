import type { Request } from './arguments';
import { usage } from './command';
import type { Command } from './command';
import { Failure } from './failure';
import { suggestion } from './nearest';

/** A command, and the request as the command sees it. */
export interface Meant {
  readonly command: Command;
  readonly request: Request;
}

/**
 * Finds the command of a request. An unknown name `a:b` means the command `a` with its flag `b`, if it has one:
 * `delete:permanent` is `delete permanent`.
 * @throws Failure when there is no such command, or a required parameter is missing
 */
export function meantBy(request: Request, commands: readonly Command[]): Meant {
  const exact = commands.find(({ name }) => name === request.command);
  const meant = exact ? { command: exact, request } : withFlag(request, commands);
  if (!meant) throw unknownCommand(request.command, commands);
  requireParameters(meant);
  return { ...meant, request: withFormat(meant) };
}

/** The failure for a name that no command has. */
export function unknownCommand(name: string, commands: readonly Command[]): Failure {
  const hint = suggestion(name, commands) || ' It may require a plugin to be enabled.';
  return new Failure(`Command "${name}" not found.${hint}`);
}

function withFlag(request: Request, commands: readonly Command[]): Meant | undefined {
  const [, name, flag] = /^(.+):([^:]+)$/.exec(request.command) ?? [];
  const command = commands.find((candidate) => candidate.name === name);
  if (flag === undefined || !command?.options.some(({ token }) => token === flag)) return undefined;
  return { command, request: { ...request, options: new Map([...request.options, [flag, 'true']]) } };
}

/** The name must be there: an empty value is left to the command. */
function requireParameters({ command, request }: Meant): void {
  const missing = command.options.filter(({ name, required }) => required && !request.options.has(name));
  if (missing.length === 0) return;
  const tokens = missing.map(({ token }) => token).join(', ');
  throw new Failure(`Missing required parameter: ${tokens}\n${usage(command)}`);
}

/** A bare `json` or `--json` is `format=json`, if the command has that format and none was given. */
function withFormat({ command, request }: Meant): Request {
  const known = command.options.find(({ name }) => name === 'format')?.token.split(/[=|]/) ?? [];
  const word = request.formats.find((format) => known.includes(format));
  if (word === undefined || request.options.has('format')) return request;
  return { ...request, options: new Map([...request.options, ['format', word]]) };
}
