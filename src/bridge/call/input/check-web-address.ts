import { BridgeError } from '../../errors';

const WITH_SCHEME = /^https?:\/\/[^\p{Cc}]*$/iu;
/**
 * A domain and the rest. No colon before the first slash, because it may end a scheme, even after spaces or invisible characters,
 * which apps and browsers drop. No backslashes, because two name another computer on Windows.
 */
const WITHOUT_SCHEME = /^[\p{L}\p{N}][^\s\p{C}\\:/?#]*(?:[/?#][^\s\p{C}\\]*)?$/u;

/**
 * Refuses addresses that are not on the web. Opening `javascript:`, `file:` or `obsidian:` could run code, show files or control
 * the app. The app completes an address without a scheme.
 * @throws BridgeError `invalid_parameter`
 */
export function checkWebAddress(name: string, value: string): void {
  if (value === '' || WITH_SCHEME.test(value) || WITHOUT_SCHEME.test(value)) return;
  throw BridgeError.of('invalid_parameter', {
    detail: `"${name}" must be a web address that begins with http:// or https://.`,
  });
}
