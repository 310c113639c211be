import type { CommandParameter } from './command';

/** A parameter's description, with its default value. */
export function meaningOf({ description, defaultValue }: CommandParameter): string {
  return defaultValue === undefined || description.includes('default')
    ? description
    : `${description} (default: ${defaultValue})`;
}
