import { BridgeError } from '../errors';

/**
 * The error where the notes of a vault cannot be changed without the program.
 * @param why the program cannot do it, as the beginning of a sentence
 * @param hint what would help, if a bridge in that vault is not enough
 */
export function noStore(why: string, hint?: string): BridgeError {
  return BridgeError.of('no_store', {
    detail: `${why}, and the bridge cannot reach the notes of this vault itself; nothing was run.`,
    ...(hint !== undefined && { hint }),
  });
}
