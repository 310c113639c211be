import { withVisibleCodes } from '../../printable';

/** A name that the app itself lists for a command: refused only if it could be read as something else. */
export const DECLARED_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,99}$/u;

/**
 * Whether a call can name this option of the running app's `help`: the vault has a field of its own, and names that every object
 * has, or that cannot be seen whole, are refused in any case.
 * @param name as `help` shows it, perhaps with two dashes in front
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
