import type { Outcome } from '../bridge/commands/outcome';
import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { Command } from '../bridge/commands/catalogue/command';
import type { Address } from '../bridge/http/server';
import type { RequestLog } from '../bridge/request-log';
import type { ConnectedClient, Grant } from './connect/client';
import type { DiagnosisLine } from './diagnosis/finding';
import type { SettingKey, Settings } from '../bridge/settings';

/** What the server is doing. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly address: Address }
  /** `reason` is a sentence for people; `freePort` is a port that was free when the server could not start. */
  | { readonly kind: 'failed'; readonly reason: string; readonly freePort?: number | undefined };

/** The bridge as the settings tab, the status bar, the palette and the diagnosis see it. All properties are current. */
export interface BridgeController {
  readonly vaultName: string;
  /** The settings in force. */
  readonly settings: Settings;
  /** Lists that protect and can't be read: until they are set again, no command may run. */
  readonly unreadable: readonly SettingKey[];
  /** Settings that the file had and this device started without, until the user has been told. */
  readonly leftOut: readonly SettingKey[];
  /** Empty if there is none. */
  readonly apiKey: string;
  /** The clients that have a key of their own, in the order in which they were connected. */
  readonly clients: readonly ConnectedClient[];
  readonly server: ServerState;
  readonly cli: CliStatus;
  readonly queue: QueueState;
  readonly commands: readonly Command[];
  /** The titles of the documented categories of commands. */
  readonly categoryTitles: ReadonlyMap<string, string>;
  readonly log: Pick<RequestLog, 'list' | 'listRefused' | 'countRefused' | 'clear'>;
  /** Calls the listener soon after anything above has changed. @returns unsubscribes the listener */
  onChange(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Checks a value before it is saved. @returns a sentence that says what is wrong with it, or undefined */
  check(key: SettingKey, value: unknown): Promise<string | undefined>;
  /** Saves settings; they take effect at once. */
  change(change: Partial<Settings>): Promise<void>;
  /** The user has been told what this device started without. */
  acknowledgeLeftOut(): void;
  /** After a failed start: moves to the free port that was offered, or to the next one if that has been taken since. */
  useFreePort(): Promise<void>;
  /** Replaces the API key; the old one is rejected from the next request on. */
  regenerateKey(): Promise<void>;
  /** Makes a key for a client. @returns the key, which cannot be read again; undefined if it could not be saved */
  connectClient(grant: Grant): Promise<string | undefined>;
  /** Takes a client's key away: it is rejected from the next request on, and what waits with it does not run. */
  revokeClient(id: ConnectedClient['id']): Promise<void>;
  /** Looks for the Obsidian CLI again. */
  lookAgain(): Promise<void>;
  /** Runs a read command for the plugin itself; undefined if nothing ran or it took longer than `timeoutMs`. */
  ask(command: string, timeoutMs: number): Promise<Outcome | undefined>;
  /** Checks everything between a client and the vault, passing on each result as it is known. No line has a secret. */
  diagnose(onLine: (line: DiagnosisLine) => void): Promise<void>;
}
