import type { CliResult } from '../bridge/cli/client';
import type { CliStatus } from '../bridge/cli/known-program';
import type { Command } from '../bridge/commands/command';
import type { Address } from '../bridge/http/server';
import type { RequestLog } from '../bridge/request-log';
import type { DiagnosisLine } from './diagnosis/finding';
import type { SettingKey, Settings } from '../bridge/settings';

/** What the server is doing. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly address: Address }
  /** `reason` is a sentence for people; `freePort` is a port that could be used instead. */
  | { readonly kind: 'failed'; readonly reason: string; readonly freePort?: number | undefined };

/** The line in front of the program. */
export interface LineState {
  readonly waiting: number;
  readonly running: boolean;
}

/** What the plugin's face (settings, status bar, palette, diagnosis) sees of the bridge. Everything read is current. */
export interface Host {
  readonly vaultName: string;
  readonly settings: Settings;
  /** Empty while there is none. */
  readonly apiKey: string;
  readonly server: ServerState;
  readonly cli: CliStatus;
  readonly line: LineState;
  readonly commands: readonly Command[];
  /** The titles of the documented categories of commands. */
  readonly categoryTitles: ReadonlyMap<string, string>;
  readonly log: Pick<RequestLog, 'list' | 'clear'>;
  /** Calls the listener soon after anything above has changed. @returns stops that */
  onChange(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Says what is wrong with a value before it is stored: a sentence, or undefined. */
  check(key: SettingKey, value: unknown): Promise<string | undefined>;
  /** Stores settings and lets them count at once. */
  change(change: Partial<Settings>): Promise<void>;
  /** Replaces the API key: the old one is refused from the next request on. */
  regenerateKey(): Promise<void>;
  /** Looks for the program again. */
  lookAgain(): Promise<void>;
  /** Runs a reading command for the plugin itself; undefined when nothing was run or it took too long. */
  ask(command: string, patienceMs: number): Promise<CliResult | undefined>;
  /** Checks everything between a client and the vault, and tells each line as it is known. No line has a secret. */
  diagnose(tell: (line: DiagnosisLine) => void): Promise<void>;
}
