import { createHash, randomUUID } from 'node:crypto';
import type { SecretStorage } from 'obsidian';
import type { KeyRecord } from '../../bridge/key-records';
import type { parseKeys } from '../../bridge/key-records-schema';
import { newKey } from '../stored-key';
import type { Grant } from './client';

const SECRET_ID = 'cli-bridge-client-keys';

/**
 * The keys of connected clients in the app's secret storage, on this device only: nothing that is synced can add one. Only
 * their digests are stored, so a key can be shown once, when it is made.
 */
export class ClientKeys {
  records: readonly KeyRecord[] = [];

  constructor(
    private readonly storage: SecretStorage,
    private readonly parse: typeof parseKeys,
  ) {}

  /** Reads them. @returns false if what is stored is not valid, and no key counts; @throws the storage's error */
  load(): boolean {
    const parsed = this.parse(jsonIn(this.storage.getSecret(SECRET_ID) ?? '[]'));
    this.records = 'keys' in parsed ? parsed.keys : [];
    return 'keys' in parsed;
  }

  /** Makes a key for a client. @returns the key, which is not kept; @throws the storage's error, and then there is no key */
  add({ name, access, ask }: Grant): string {
    const key = newKey();
    const record: KeyRecord = {
      id: randomUUID(),
      name,
      sha256: createHash('sha256').update(key).digest('hex'),
      access,
      ...(ask && { ask }),
    };
    const records = [...this.records, record];
    const parsed = this.parse(records);
    if ('problem' in parsed) throw new Error(parsed.problem);
    this.save(records);
    this.records = records;
    return key;
  }

  /** Takes a key away, at once. @throws the storage's error: the key would then be back after the next start */
  revoke(id: KeyRecord['id']): void {
    this.records = this.records.filter((record) => record.id !== id);
    this.save(this.records);
  }

  private save(records: readonly KeyRecord[]): void {
    this.storage.setSecret(SECRET_ID, JSON.stringify(records));
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
