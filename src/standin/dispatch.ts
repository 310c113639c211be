import type { Request } from './arguments';
import { usage } from './command';
import type { Command } from './command';
import { Failure } from './failure';
import { suggestion } from './nearest';

/** A command, and the request as it sees it. */
export interface ResolvedCommand {
  readonly command: Command;
  readonly request: Request;
}

/**
 * Finds the command of a request. An unknown `a:b` is the command `a` with its flag `b`: `delete:permanent` is
 * `delete permanent`.
 * @throws Failure when the command is unknown or a required parameter is missing
 */
export function resolveCommand(request: Request, commands: readonly Command[]): ResolvedCommand {
  const exact = commands.find(({ name }) => name === request.command);
  const resolved = exact ? { command: exact, request } : withFlag(request, commands);
  if (!resolved) throw unknownCommand(request.command, commands);
  requireParameters(resolved);
  return { ...resolved, request: withFormat(resolved) };
}

/** The failure for an unknown command name. */
export function unknownCommand(name: string, commands: readonly Command[]): Failure {
  const hint = suggestion(name, commands) || ' It may require a plugin to be enabled.';
  return new Failure(`Command "${name}" not found.${hint}`);
}

function withFlag(request: Request, commands: readonly Command[]): ResolvedCommand | undefined {
  const [, name, flag] = /^(.+):([^:]+)$/.exec(request.command) ?? [];
  const command = commands.find((candidate) => candidate.name === name);
  if (flag === undefined || !command?.options.some(({ token }) => token === flag)) return undefined;
  return { command, request: { ...request, options: new Map([...request.options, [flag, 'true']]) } };
}

/** Only the name must be present; an empty value is up to the command. */
function requireParameters({ command, request }: ResolvedCommand): void {
  const missing = command.options.filter(({ name, required }) => required && !request.options.has(name));
  if (missing.length === 0) return;
  const tokens = missing.map(({ token }) => token).join(', ');
  throw new Failure(`Missing required parameter: ${tokens}\n${usage(command)}`);
}

/** Turns a bare `json` or `--json` into `format=json` if the command has that format and none was given. */
function withFormat({ command, request }: ResolvedCommand): Request {
  const known = command.options.find(({ name }) => name === 'format')?.token.split(/[=|]/) ?? [];
  const word = request.formats.find((format) => known.includes(format));
  if (word === undefined || request.options.has('format')) return request;
  return { ...request, options: new Map([...request.options, ['format', word]]) };
}
