import { BridgeError } from '../errors';

/** Browsers skip these in front of a scheme and within it. */
const SKIPPED = /[\p{Cc} ]/gu;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Refuses an address that is not one of the web: with `javascript:`, `file:` or `obsidian:`, opening it could run code, show
 * files or control the app. An address without a scheme is the app's to complete.
 * @throws BridgeError `invalid_parameter`
 */
export function checkWebAddress(name: string, value: string): void {
  const scheme = SCHEME.exec(value.replace(SKIPPED, ''))?.[0].toLowerCase();
  if (scheme === undefined || scheme === 'http:' || scheme === 'https:') return;
  throw BridgeError.of('invalid_parameter', {
    detail: `"${name}" must be a web address, with http:// or https:// in front.`,
  });
}
