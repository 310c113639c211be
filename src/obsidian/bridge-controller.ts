import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { Command } from '../bridge/commands/catalogue/command';
import type { KeptQuestion } from '../bridge/call/approval/kept-questions';
import type { Outcome } from '../bridge/call/outcome';
import type { Address } from '../bridge/http/address';
import type { KeyRecord } from '../bridge/key-records';
import type { ChangeList } from '../bridge/notes/changes/change-list';
import type { RequestLog } from '../bridge/request-log';
import type { SettingKey, Settings } from '../bridge/settings';

/** The settings in force. */
export interface SettingsControl {
  /** A new object whenever one of them changes. */
  readonly current: Settings;
  /** Lists that restrict clients and can't be read: until they are set again, no command can run. */
  readonly unreadable: readonly SettingKey[];
  /** Settings in the file that this device didn't adopt, until the user has been notified. */
  readonly leftOut: readonly SettingKey[];
  /** Changes and saves settings. They take effect immediately. */
  change(change: Partial<Settings>): Promise<void>;
  /** Forgets what was left out: the user has been notified. */
  acknowledgeLeftOut(): void;
}

/** What the user gives a client: its name, and what it may do. */
export type Grant = Omit<KeyRecord, 'id' | 'sha256'>;

/** A client with a key of its own. */
export interface ConnectedClient extends Grant, Pick<KeyRecord, 'id'> {
  /** When it last made a request, in milliseconds since 1970; undefined if it never has. */
  readonly lastSeenAt: number | undefined;
}

/** The API key, which is the user's own, and the keys of clients. */
export interface KeysControl {
  /** Empty if there is none. */
  readonly apiKey: string;
  /** In the order in which they were connected. */
  readonly clients: readonly ConnectedClient[];
  /** Replaces the API key. The old one is rejected from the next request on. */
  regenerate(): void;
  /** Makes a key for a client. @returns the key, which can't be read again; undefined if it couldn't be saved */
  connect(grant: Grant): Promise<string | undefined>;
  /** Creates a new key for a client, which keeps its limits. The old one is rejected from the next request on. @returns as {@link connect} */
  renew(id: ConnectedClient['id']): Promise<string | undefined>;
  /** Changes what a client may do, effective immediately. @returns what is wrong with it, as a sentence, or undefined */
  limit(id: ConnectedClient['id'], change: Partial<Grant>): Promise<string | undefined>;
  /** Revokes a client's key. It is rejected from the next request on, and its waiting calls don't run. */
  revoke(id: ConnectedClient['id']): void;
}

/** The clients that the user has paused in the approval dialog, by the id of their key. */
export interface PauseControl {
  has(clientId: string): boolean;
  /** Makes the user be asked again about the client's calls. */
  resume(clientId: string): void;
}

/** The questions that the user has not answered in time. */
export interface QuestionsControl {
  /** Those that wait, and the outcome of others, oldest first. */
  list(): readonly KeptQuestion[];
  /** Shows one that waits, and does what the user answers. @returns when that is done */
  open(id: KeptQuestion['id']): Promise<void>;
}

/** What the server is doing. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly address: Address }
  /** `reason` is a sentence for the user; `freePort` is a port that was free when the server couldn't start. */
  | { readonly kind: 'failed'; readonly reason: string; readonly freePort?: number | undefined };

export interface ServerControl {
  readonly state: ServerState;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** After a failed start: moves to the free port that was offered, or to the next one if it has been taken since. */
  useFreePort(): Promise<void>;
}

/** What a process of the Obsidian CLI has printed. */
export interface ProgramReply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Milliseconds that the processes took, and milliseconds in the queue. */
  readonly duration: number;
  readonly waited: number;
  /** Absent if it succeeded. */
  readonly code?: string;
}

/** The Obsidian CLI. */
export interface ProgramControl {
  readonly status: CliStatus;
  readonly queue: QueueState;
  /** All known commands. */
  readonly commands: readonly Command[];
  /** Looks for the CLI again. */
  lookAgain(): Promise<void>;
  /** Runs a read command for the plugin itself. @returns undefined if nothing ran or it took longer than `timeoutMs` */
  ask(command: string, timeoutMs: number): Promise<ProgramReply | undefined>;
  /** Runs one of the bridge's own commands in this vault, for the user. @throws BridgeError if it failed */
  runOwn(name: string, parameters: ReadonlyMap<string, string>, flags: readonly string[]): Promise<Outcome>;
  /**
   * Undoes changes one by one, in this order.
   * @param ids the newest first
   * @returns the ids of those that could not be undone
   */
  undoAll(ids: readonly string[]): Promise<readonly string[]>;
}

/** The bridge as the plugin's UI sees and controls it. All properties are current. */
export interface BridgeController {
  readonly vaultName: string;
  readonly settings: SettingsControl;
  readonly keys: KeysControl;
  readonly paused: PauseControl;
  readonly questions: QuestionsControl;
  readonly server: ServerControl;
  readonly program: ProgramControl;
  readonly changes: Pick<ChangeList, 'list' | 'stateOf' | 'stepsOf' | 'forget'>;
  readonly log: Pick<RequestLog, 'list' | 'listRefused' | 'countRefused' | 'clear'>;
  /** Checks a setting's value before it is saved. @returns what is wrong with it, as a sentence, or undefined */
  check(key: SettingKey, value: unknown): Promise<string | undefined>;
  /** Calls the listener soon after anything above has changed. @returns a function that removes the listener */
  onChange(listener: () => void): () => void;
}
