import { createHash, timingSafeEqual } from 'node:crypto';
import type { ClientKey } from '../caller';
import { BridgeError } from '../errors';
import { expiryOf, MIN_KEY_LENGTH, OWNER } from '../key-records';
import type { KeyRecord } from '../key-records';
import { SETTINGS_PLACE } from '../settings';

/** One key that lets a client in. */
interface KnownKey {
  readonly digest: Buffer;
  readonly client: ClientKey;
}

/** The owner's API key and those of other clients, kept as digests: they can be checked but not read back. */
export class ApiKeys {
  private readonly all: readonly KnownKey[];

  private constructor(
    private readonly owner: Buffer,
    private readonly records: readonly KeyRecord[],
  ) {
    const others = records.map(toKnownKey);
    if (others.some(({ digest }) => digest.equals(owner)))
      throw new Error('The API key is also the key of another client.');
    this.all = [{ digest: owner, client: OWNER }, ...others];
  }

  /** @throws Error if the owner's key is empty, or the same as the key of a record */
  static of(owner: string, records: readonly KeyRecord[] = []): ApiKeys {
    return new ApiKeys(digestOfOwner(owner), records);
  }

  /** The same with another key for the owner. @throws Error as {@link of} */
  withOwner(owner: string): ApiKeys {
    return new ApiKeys(digestOfOwner(owner), this.records);
  }

  /** The same with other keys for other clients. @throws Error as {@link of} */
  withRecords(records: readonly KeyRecord[]): ApiKeys {
    return new ApiKeys(this.owner, records);
  }

  /**
   * Checks an Authorization header. It is compared with every key in constant time. @returns whose key it is
   * @throws BridgeError `unauthorized`
   */
  check(authorization: string | undefined): ClientKey {
    if (authorization === undefined) {
      throw unauthorized('An API key is needed, in the header "Authorization: Bearer <key>".');
    }
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (given === undefined) {
      if (hasPlaceholder(authorization)) throw placeholderSent();
      throw unauthorized('The Authorization header is malformed: send "Bearer", a space, and the API key.');
    }
    const key = this.find(keyDigest(given));
    if (!key) {
      throw isPlaceholder(given) ? placeholderSent() : unauthorized('The API key is wrong.');
    }
    // The host checks the owner's key.
    if (key.scope && given.length < MIN_KEY_LENGTH) {
      throw unusable(key, `has fewer than ${MIN_KEY_LENGTH} characters, which can be guessed`);
    }
    if (hasExpired(key)) throw unusable(key, 'has expired');
    return key;
  }

  /** Compares all keys, so the time taken does not reveal which one matched. */
  private find(given: Buffer): ClientKey | undefined {
    let found: ClientKey | undefined;
    for (const { digest: known, client } of this.all) if (timingSafeEqual(given, known)) found = client;
    return found;
  }
}

/** Whether the key has expired. */
export function hasExpired({ expiresAt }: Pick<ClientKey, 'expiresAt'>): boolean {
  return expiresAt !== undefined && new Date().valueOf() >= expiresAt;
}

function toKnownKey({ id, name, sha256, expires, ...scope }: KeyRecord): KnownKey {
  return {
    digest: Buffer.from(sha256, 'hex'),
    client: { id, name, scope, expiresAt: expiryOf({ expires }) },
  };
}

function digestOfOwner(key: string): Buffer {
  if (key.trim() === '') throw new Error('The API key is empty.');
  return keyDigest(key);
}

/** The SHA-256 of a key, stored instead of the key. */
export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** What encloses the name of a variable, or the words that a key is to replace. */
const ENCLOSURES = [
  ['${', '}'],
  ['$(', ')'],
  ['{', '}'],
  ['<', '>'],
  ['[', ']'],
  ['%', '%'],
] as const;
const LONGEST_PLACEHOLDER = 100;

/** Whether a client sent a placeholder in place of the key. @param authorization its header */
export function hasPlaceholder(authorization = ''): boolean {
  return isPlaceholder(authorization.replace(/^Bearer +/i, ''));
}

/** Whether this is a placeholder for a key in instructions or a configuration: `${X}`, `${env:X}`, `$X`, `YOUR_KEY`, `<API key>` ... */
function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST_PLACEHOLDER) return false;
  const given = text.trim().replace(/^["']|["']$/g, '');
  return (
    ENCLOSURES.some(([start, end]) => given.startsWith(start) && given.endsWith(end)) ||
    /^\$[A-Za-z_][\w:]*$/.test(given) ||
    /^(?:your|insert|paste|enter|replace)[ _-]/i.test(given) ||
    isVariableName(given) ||
    /^(?:api[ _-]?)?(?:key|token)$/i.test(given)
  );
}

/** `API_KEY`, `KEY`, `CLI_BRIDGE_TOKEN`: words in capitals, one of which says what it is for. */
function isVariableName(text: string): boolean {
  const words = text.split('_');
  return (
    words.every((word) => /^[A-Z]+$/.test(word)) && words.some((word) => word === 'KEY' || word === 'TOKEN')
  );
}

function placeholderSent(): BridgeError {
  return BridgeError.of('unauthorized', {
    detail: 'The client sent a placeholder in place of the API key: nothing was filled in for it.',
    hint: `Put the key itself there, or set the variable in the environment that the client runs in. The key is in ${SETTINGS_PLACE}, under Security; the standalone host prints it.`,
  });
}

function unauthorized(detail: string): BridgeError {
  return BridgeError.of('unauthorized', { detail });
}

function unusable(key: ClientKey, why: string): BridgeError {
  return BridgeError.of('unauthorized', {
    detail: `The API key of "${key.name}" ${why}.`,
    hint: 'Do not repeat the call: ask the user for a new key.',
    key,
  });
}
