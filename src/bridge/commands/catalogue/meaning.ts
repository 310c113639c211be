import type { CommandParameter } from './command';

/** What a parameter means, and its value where a call has none. */
export function meaningOf({ description, defaultValue }: CommandParameter): string {
  return defaultValue === undefined || description.includes('default')
    ? description
    : `${description} (default: ${defaultValue})`;
}
