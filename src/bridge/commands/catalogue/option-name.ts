import { withVisibleCodes } from '../../text/printable';

/** An option name that the app lists. Allows everything that cannot be read as something else. */
export const DECLARED_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,99}$/u;

/**
 * Whether a call can use this option from the app's `help`. Rules out `vault`, which has its own field, names that every object
 * has, and names with invisible characters.
 * @param name as `help` shows it, with or without leading dashes
 */
export function isOptionName(name: string): boolean {
  const bare = name.replace(/^--/, '');
  return (
    DECLARED_NAME.test(bare) &&
    !(bare in Object.prototype) &&
    bare.toLowerCase() !== 'vault' &&
    withVisibleCodes(bare) === bare
  );
}
