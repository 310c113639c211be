import { createHash, timingSafeEqual } from 'node:crypto';
import type { ClientKey } from '../caller';
import { BridgeError } from '../errors';

/** The client that uses the API key of the settings. */
const OWNER: ClientKey = { id: 'owner', name: 'owner' };

/** The API key, kept as a digest: it can be checked but not read back. */
export class ApiKey {
  private readonly expected: Buffer;

  /** @throws Error for an empty key: the server does not run without one */
  constructor(key: string) {
    if (key.trim() === '') throw new Error('The API key is empty.');
    this.expected = digest(key);
  }

  /**
   * Checks an Authorization header; keys are compared in constant time. @returns whose key it is @throws BridgeError
   * `unauthorized`
   */
  check(authorization: string | undefined): ClientKey {
    if (authorization === undefined) {
      throw unauthorized(
        'An API key is needed: send the header "Authorization: Bearer <key>" with the key shown in the settings of CLI Bridge.',
      );
    }
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (given === undefined) {
      throw unauthorized('The Authorization header is malformed: send "Bearer", a space, and the API key.');
    }
    if (!timingSafeEqual(digest(given), this.expected)) {
      throw BridgeError.of('unauthorized', {
        detail:
          'The API key is wrong. Copy the current one from the settings of CLI Bridge; regenerating the key invalidates the old one at once.',
        isWrongKey: true,
      });
    }
    return OWNER;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthorized(detail: string): BridgeError {
  return BridgeError.of('unauthorized', { detail });
}
