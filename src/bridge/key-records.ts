import * as z from 'zod/v4';
import { printable } from './text/printable';
import { problemInWords } from './text/problem-in-words';
import { commandPattern, vaultPath } from './text/setting-values';
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

const MAX_KEYS = 100;
const MAX_NAME = 100;
const MAX_VAULT = 300;
const MAX_VAULTS = 100;
const MAX_FOLDERS = 100;
/** Of `askAfter`. */
const MAX_CHANGES = 10_000;
/** An index of the commands is made for each key: all patterns are compared with all names. */
const MAX_PATTERNS = 100;

/** A text that people recognize, on one line. */
function label(limit: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(limit, `must have at most ${limit} characters`)
    .refine((text) => text.trim() === text, 'must not begin or end with a space')
    .refine((text) => printable(text, limit) === text, 'must not have control characters');
}

const name = label(MAX_NAME).refine(
  (text) => text.toLowerCase() !== OWNER_NAME,
  `must not be "${OWNER_NAME}", which stands for the API key itself`,
);

/** A list that limits a key to its items. Without items it would allow nothing, or be taken for "all". */
function limitedTo<Item>(items: z.ZodArray<z.ZodType<Item>>) {
  return items.min(1, 'must not be empty: leave it out to allow all').optional();
}

const RECORD: z.ZodType<KeyRecord> = z.strictObject({
  id: name,
  name,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits'),
  access: z.enum(['read', 'write', 'full'], 'must be "read", "write" or "full"'),
  ask: z.literal([true, false, 'risky'], 'must be true, false or "risky"').optional(),
  askAfter: z.int().min(1).max(MAX_CHANGES).optional(),
  folders: limitedTo(z.array(vaultPath).max(MAX_FOLDERS, `must have at most ${MAX_FOLDERS}`)),
  commands: limitedTo(z.array(commandPattern).max(MAX_PATTERNS, `must have at most ${MAX_PATTERNS}`)),
  vaults: limitedTo(
    z
      .array(label(MAX_VAULT).refine((text) => text !== '*', 'must name a vault: "*" is not one'))
      .max(MAX_VAULTS, `must have at most ${MAX_VAULTS}`),
  ),
  interfaces: limitedTo(z.array(z.enum(['rest', 'mcp'], 'must be "rest" or "mcp"'))),
  expires: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error:
        'must be a date such as 2026-12-31, or a date and time with its zone such as 2026-12-31T18:00:00Z',
    })
    .optional(),
});

const RECORDS = z.array(z.unknown()).max(MAX_KEYS);

/** A list of keys. One mistake refuses all of it, so that nobody has more rights than was meant. */
export const keyRecords = z.unknown().transform((data, { issues }): readonly KeyRecord[] => {
  const refuse = (message: string): never => {
    issues.push({ code: 'custom', input: data, message });
    return z.NEVER;
  };
  const list = RECORDS.safeParse(data, { error: problemInWords });
  if (!list.success) return refuse(`it ${list.error.issues[0]?.message ?? 'must be a list'}`);
  const keys: KeyRecord[] = [];
  for (const [index, item] of list.data.entries()) {
    const parsed = RECORD.safeParse(item, { error: problemInWords });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.map((part) => printable(String(part), MAX_NAME)).join('.') ?? '';
      const what = printable(issue?.message ?? "isn't valid");
      return refuse(field === '' ? `key ${index + 1} ${what}` : `in key ${index + 1}, ${field} ${what}`);
    }
    const { id, sha256 } = parsed.data;
    if (keys.some((other) => other.id === id)) return refuse(`two keys have the id "${id}"`);
    if (keys.some((other) => other.sha256 === sha256))
      return refuse(`key ${index + 1} has the same sha256 as another`);
    keys.push(parsed.data);
  }
  return keys;
});
