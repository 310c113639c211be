import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SecretStorage } from 'obsidian';
import type { Bridge } from '../bridge/bridge';
import type { KeyRecord } from '../bridge/key-records';
import { parseSetting } from '../bridge/settings-parser';
import type { RequestLog } from '../bridge/request-log';
import type { ConnectedClient, Grant, KeysControl } from './bridge-controller';
import type { Notify } from './ui/notices';

/** What {@link PluginKeys} needs. */
interface KeysPorts {
  readonly storage: SecretStorage;
  readonly log: RequestLog;
  readonly notify: Notify;
  /** The current bridge. It is notified of every change. */
  readonly bridge: () => Bridge;
  readonly changed: () => void;
  /** Aborted when the plugin unloads. Nothing is saved after that. */
  readonly closed: AbortSignal;
}

const API_KEY = 'cli-bridge-api-key';
const CLIENT_KEYS = 'cli-bridge-client-keys';
const KEY_BYTES = 32;
const CLOSED = 'CLI Bridge is being turned off.';

/**
 * The API key and the keys of clients in the app's secret storage. They stay on this device, so sync can't add one. Only
 * digests of the clients' keys are stored, so such a key can be shown only once, when it is made.
 */
export class PluginKeys implements KeysControl {
  apiKey = '';
  records: readonly KeyRecord[] = [];
  /** Whether this device had no API key yet. */
  isFirstRun = false;

  constructor(private readonly ports: KeysPorts) {}

  get clients(): readonly ConnectedClient[] {
    return this.records.map(({ sha256: _digest, ...client }) => {
      return { ...client, lastSeenAt: this.ports.log.lastSeenAt(client.id) };
    });
  }

  /**
   * Reads the keys. The API key is generated on the first run.
   * @returns whether the clients' keys are valid; otherwise there are none
   * @throws the storage's error
   */
  load(): boolean {
    const { storage } = this.ports;
    this.apiKey = storage.getSecret(API_KEY)?.trim() ?? '';
    if (this.apiKey === '') {
      this.replaceApiKey();
      this.isFirstRun = true;
    }
    const parsed = parseSetting('keys', jsonIn(storage.getSecret(CLIENT_KEYS) ?? '[]'));
    this.records = 'value' in parsed ? parsed.value : [];
    return 'value' in parsed;
  }

  /** Reads the keys and gives them to the bridge, which is about to start. @throws the storage's error */
  provide(): void {
    const isValid = this.load();
    const bridge = this.ports.bridge();
    bridge.setApiKey(this.apiKey);
    bridge.setKeys(this.records);
    if (!isValid)
      this.ports.notify(
        "Your clients' keys couldn't be read. Connect the clients again in the CLI Bridge settings.",
      );
  }

  regenerate(): void {
    const { notify, bridge, changed, closed } = this.ports;
    if (closed.aborted) return;
    try {
      this.replaceApiKey();
    } catch {
      notify(
        "The new API key couldn't be saved, so the old one stays valid. Unlock the keychain and try again.",
      );
      return;
    }
    bridge().setApiKey(this.apiKey);
    changed();
  }

  connect(grant: Grant): Promise<string | undefined> {
    return Promise.resolve(this.make((sha256) => [...this.records, { id: randomUUID(), ...grant, sha256 }]));
  }

  renew(id: ConnectedClient['id']): Promise<string | undefined> {
    return Promise.resolve(
      this.make((sha256) =>
        this.records.map((record) => (record.id === id ? { ...record, sha256 } : record)),
      ),
    );
  }

  limit(id: ConnectedClient['id'], change: Partial<Grant>): Promise<string | undefined> {
    const records = this.records.map((record) => (record.id === id ? { ...record, ...change } : record));
    return Promise.resolve(this.ports.closed.aborted ? CLOSED : this.replaceRecords(records));
  }

  revoke(id: ConnectedClient['id']): void {
    const { notify, closed } = this.ports;
    if (closed.aborted) return;
    const records = this.records.filter((record) => record.id !== id);
    try {
      this.save(records);
    } catch {
      notify(
        "The client is disconnected only until you close the app because the change couldn't be saved. Unlock the keychain and revoke its key again.",
      );
    }
    this.useRecords(records);
  }

  /** Makes a key. @param records all records with its digest @returns the key; undefined if it couldn't be saved */
  private make(records: (sha256: string) => readonly KeyRecord[]): string | undefined {
    if (this.ports.closed.aborted) return undefined;
    const key = newKey();
    const sha256 = createHash('sha256').update(key).digest('hex');
    if (this.replaceRecords(records(sha256)) === undefined) return key;
    this.ports.notify(
      "The new key couldn't be saved, so nothing was connected. Unlock the keychain and try again.",
    );
    return undefined;
  }

  /** @returns why the records couldn't be saved, as a sentence, or undefined */
  private replaceRecords(records: readonly KeyRecord[]): string | undefined {
    // Without the fields that were cleared.
    const parsed = parseSetting('keys', JSON.parse(JSON.stringify(records)));
    if ('problem' in parsed) return parsed.problem;
    try {
      this.save(parsed.value);
    } catch {
      return "The change couldn't be saved. Unlock the keychain and try again.";
    }
    this.useRecords(parsed.value);
    return undefined;
  }

  private replaceApiKey(): void {
    const key = newKey();
    this.ports.storage.setSecret(API_KEY, key);
    this.apiKey = key;
  }

  private save(records: readonly KeyRecord[]): void {
    this.ports.storage.setSecret(CLIENT_KEYS, JSON.stringify(records));
  }

  private useRecords(records: readonly KeyRecord[]): void {
    this.records = records;
    this.ports.bridge().setKeys(records);
    this.ports.changed();
  }
}

/** Generates a key: 64 hexadecimal characters. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
