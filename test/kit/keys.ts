import { createHash } from 'node:crypto';
import type { KeyRecord } from '../../src/bridge/key-records';

/** A key of a client, and what a host keeps of it. */
export interface TestKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** Makes a key of this id with this scope: full access unless it says otherwise. */
export function makeKey(id: string, scope: Partial<KeyRecord> = {}): TestKey {
  const key = `the-key-of-the-client-${id}`;
  const sha256 = createHash('sha256').update(key).digest('hex');
  return { key, record: { id, name: `Client ${id}`, sha256, access: 'full', ...scope } };
}
