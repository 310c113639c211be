import type { ClientKey, KeyScope } from './caller';

/** The id and the name, in the log, of the client that has the API key itself. */
export const OWNER_NAME = 'owner';

/** The client with the API key of the settings, and the person at this computer. */
export const OWNER: ClientKey = { id: OWNER_NAME, name: OWNER_NAME };

/** One more key as a host keeps it: a digest, and what its client may do. The key itself is not stored. */
export interface KeyRecord extends KeyScope {
  /** Stable, and different from all others. */
  readonly id: string;
  /** What people call the client. */
  readonly name: string;
  /** SHA-256 of the key, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** A date, at whose end in UTC the key expires, or a date and time with its zone. */
  readonly expires?: string | undefined;
}

/** Characters of the shortest key that cannot be guessed. */
export const MIN_KEY_LENGTH = 16;

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a key expires, in milliseconds since 1970: at the end of a date, in UTC, or exactly at a date and time. */
export function expiryOf({ expires }: Pick<KeyRecord, 'expires'>): number | undefined {
  if (expires === undefined) return undefined;
  const isDate = !expires.includes('T');
  return Date.parse(expires) + (isDate ? DAY_MS : 0);
}
