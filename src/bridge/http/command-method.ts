import type { Command } from '../commands/command';

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

const METHODS: Record<Command['kind'], HttpMethod> = { read: 'GET', write: 'POST', remove: 'DELETE' };

/** The HTTP method the command is mapped to, by what it does. */
export function httpMethod(command: Command): HttpMethod {
  return METHODS[command.kind];
}

/** The methods a command takes: its own, and POST always. */
export function allowedMethods(command: Command): HttpMethod[] {
  const mapped = httpMethod(command);
  return mapped === 'POST' ? ['POST'] : [mapped, 'POST'];
}
