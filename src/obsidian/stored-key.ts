import { randomBytes } from 'node:crypto';
import type { SecretStorage } from 'obsidian';

const SECRET_ID = 'cli-bridge-api-key';
const KEY_BYTES = 32;

/** Generates a key: 64 hexadecimal characters. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** The API key in the app's secret storage: it stays on this device and out of the synced settings. */
export class StoredKey {
  constructor(private readonly storage: SecretStorage) {}

  /** Whether this device already has a key. @throws the storage's error */
  exists(): boolean {
    return Boolean(this.storage.getSecret(SECRET_ID)?.trim());
  }

  /** The key, generated on the first run. @throws the storage's error */
  readOrCreate(): string {
    return this.storage.getSecret(SECRET_ID)?.trim() || this.replace();
  }

  /** Replaces the key with a new one. @throws the storage's error */
  replace(): string {
    const key = newKey();
    this.storage.setSecret(SECRET_ID, key);
    return key;
  }
}
