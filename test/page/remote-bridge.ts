import type { CliStatus } from '../../src/bridge/cli/program-status';
import type { QueueState } from '../../src/bridge/cli/queue';
import type { KeptQuestion } from '../../src/bridge/call/approval/kept-questions';
import type { ChangeState, KeptChange } from '../../src/bridge/notes/changes/change';
import type { NoteStep } from '../../src/bridge/notes/made-change';
import type { Command } from '../../src/bridge/commands/catalogue/command';
import type { Outcome } from '../../src/bridge/call/outcome';
import type { LogEntry, RefusalReason, RefusedAttempt } from '../../src/bridge/request-log';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import type {
  BridgeController,
  ConnectedClient,
  KeysControl,
  PauseControl,
  ProgramControl,
  QuestionsControl,
  ServerControl,
  ServerState,
  SettingsControl,
} from '../../src/obsidian/bridge-controller';
import type { Diagnosable, DiagnosisLine } from '../../src/obsidian/diagnosis/finding';

/** What a bridge controller shows, as plain data. */
export interface Snapshot {
  readonly vaultName: string;
  readonly settings: Settings;
  readonly unreadable: readonly SettingKey[];
  readonly leftOut: readonly SettingKey[];
  readonly apiKey: string;
  readonly clients: readonly ConnectedClient[];
  /** The ids of those that are paused. */
  readonly paused: readonly string[];
  /** Without their answers. */
  readonly questions: readonly KeptQuestion[];
  readonly server: ServerState;
  readonly cli: CliStatus;
  readonly queue: QueueState;
  /** Left out while they are the same as before. */
  readonly commands?: readonly Command[] | undefined;
  readonly entries: readonly LogEntry[];
  readonly refused: readonly RefusedAttempt[];
  readonly refusedCounts: readonly (readonly [RefusalReason, number])[];
  readonly changes: readonly KeptChange[];
}

export type Method =
  | 'start'
  | 'stop'
  | 'useFreePort'
  | 'check'
  | 'change'
  | 'acknowledgeLeftOut'
  | 'regenerate'
  | 'connect'
  | 'renew'
  | 'limit'
  | 'revoke'
  | 'resume'
  | 'openQuestion'
  | 'lookAgain'
  | 'ask'
  | 'diagnose'
  | 'clearLog'
  | 'stateOf'
  | 'stepsOf'
  | 'forget'
  | 'runOwn'
  | 'undoAll';

/** What the real bridge returned, and what it shows afterwards. */
export interface Called {
  readonly result?: unknown;
  readonly snapshot: Snapshot;
}

/** Calls the real bridge, which runs in Node with the server. @returns JSON of {@link Called} */
export type CallBridge = (method: Method, args: unknown[]) => Promise<string>;

/** The plugin's bridge as a page sees it: a copy that the real one in Node keeps current. */
export class RemoteBridge implements BridgeController, Diagnosable {
  onLine: (line: DiagnosisLine) => void = () => undefined;
  readonly settings: SettingsControl;
  readonly keys: KeysControl;
  readonly paused: PauseControl;
  readonly questions: QuestionsControl;
  readonly server: ServerControl;
  readonly program: ProgramControl;
  readonly log: BridgeController['log'];
  readonly changes: BridgeController['changes'];
  private readonly listeners = new Set<() => void>();
  private pretended: CliStatus | undefined;

  constructor(
    private snapshot: Snapshot,
    private readonly callBridge: CallBridge,
  ) {
    const now = (): Snapshot => this.snapshot;
    const act = async (method: Method, ...args: unknown[]): Promise<void> => {
      await this.call(method, ...args);
    };
    const status = (): CliStatus => this.pretended ?? now().cli;
    this.settings = {
      get current() {
        return now().settings;
      },
      get unreadable() {
        return now().unreadable;
      },
      get leftOut() {
        return now().leftOut;
      },
      change: (change) => act('change', change),
      acknowledgeLeftOut: () => void (now().leftOut.length > 0 && act('acknowledgeLeftOut')),
    };
    this.keys = {
      get apiKey() {
        return now().apiKey;
      },
      get clients() {
        return now().clients;
      },
      regenerate: () => void act('regenerate'),
      connect: (grant) => this.call('connect', grant) as Promise<string | undefined>,
      renew: (id) => this.call('renew', id) as Promise<string | undefined>,
      limit: (id, change) => this.call('limit', id, change) as Promise<string | undefined>,
      revoke: (id) => void act('revoke', id),
    };
    this.paused = {
      has: (id) => now().paused.includes(id),
      resume: (id) => void act('resume', id),
    };
    this.questions = {
      list: () => now().questions,
      open: (id) => act('openQuestion', id),
    };
    this.server = {
      get state() {
        return now().server;
      },
      start: () => act('start'),
      stop: () => act('stop'),
      useFreePort: () => act('useFreePort'),
    };
    this.program = {
      get status() {
        return status();
      },
      get queue() {
        return now().queue;
      },
      get commands() {
        return now().commands ?? [];
      },
      lookAgain: () => act('lookAgain'),
      ask: (command, timeoutMs) => this.call('ask', command, timeoutMs) as ReturnType<ProgramControl['ask']>,
      runOwn: (name, parameters) => this.call('runOwn', name, [...parameters]) as Promise<Outcome>,
      undoAll: (ids) => this.call('undoAll', ids) as ReturnType<ProgramControl['undoAll']>,
    };
    this.changes = {
      list: () => now().changes,
      stateOf: ({ id }) => this.read('stateOf', id) as Promise<ChangeState>,
      stepsOf: ({ id }) => this.read('stepsOf', id) as Promise<readonly NoteStep[] | undefined>,
      forget: () => void act('forget'),
    };
    this.log = {
      list: () => [...now().entries],
      listRefused: () => [...now().refused],
      countRefused: () => new Map(now().refusedCounts),
      clear: () => void act('clearLog'),
    };
  }

  get vaultName(): string {
    return this.snapshot.vaultName;
  }

  /** Takes what the real bridge shows now. Settings that are equal stay the same object, as in the real one. */
  take(next: Snapshot): void {
    const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
    this.snapshot = {
      ...next,
      commands: next.commands ?? this.snapshot.commands,
      settings: isEqual(next.settings, this.snapshot.settings) ? this.snapshot.settings : next.settings,
      leftOut: isEqual(next.leftOut, this.snapshot.leftOut) ? this.snapshot.leftOut : next.leftOut,
    };
    for (const listener of [...this.listeners]) listener();
  }

  /** Shows the program as it is not, whatever the real bridge shows. */
  pretendProgram(cli: CliStatus): void {
    this.pretended = cli;
    this.take(this.snapshot);
  }

  /** Shows the program as it is, from the next change of the real bridge on. */
  stopPretending(): void {
    this.pretended = undefined;
  }

  /** How many listen to changes. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  check(key: SettingKey, value: unknown): Promise<string | undefined> {
    return this.call('check', key, value) as Promise<string | undefined>;
  }

  async diagnose(onLine: (line: DiagnosisLine) => void): Promise<void> {
    this.onLine = onLine;
    await this.call('diagnose');
  }

  /** Calls what changes nothing, so that nobody has to hear of it. */
  private async read(method: Method, ...args: unknown[]): Promise<unknown> {
    return (JSON.parse(await this.callBridge(method, args)) as Called).result;
  }

  private async call(method: Method, ...args: unknown[]): Promise<unknown> {
    const { result, snapshot } = JSON.parse(await this.callBridge(method, args)) as Called;
    this.take(snapshot);
    return result;
  }
}
