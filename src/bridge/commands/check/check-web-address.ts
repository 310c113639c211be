import { BridgeError } from '../../errors';

const WITH_SCHEME = /^https?:\/\/[^\p{Cc}]*$/iu;
/**
 * A domain and what follows it. A colon before the first slash may end a scheme, and the app and the browser drop spaces and
 * invisible characters in front of one. Two backslashes name another computer on Windows.
 */
const WITHOUT_SCHEME = /^[\p{L}\p{N}][^\s\p{C}\\:/?#]*(?:[/?#][^\s\p{C}\\]*)?$/u;

/**
 * Refuses an address that is not one of the web: with `javascript:`, `file:` or `obsidian:`, opening it could run code, show
 * files or control the app. An address without a scheme is the app's to complete.
 * @throws BridgeError `invalid_parameter`
 */
export function checkWebAddress(name: string, value: string): void {
  if (value === '' || WITH_SCHEME.test(value) || WITHOUT_SCHEME.test(value)) return;
  throw BridgeError.of('invalid_parameter', {
    detail: `"${name}" must be a web address, with http:// or https:// in front.`,
  });
}
