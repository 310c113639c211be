import type { ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Caller } from '../caller';
import type { Catalogue } from '../commands/catalogue/catalogue';
import { privateTo } from '../call/private/privacy';
import { requireVault } from '../call/vault/vault-choice';
import type { HostVault } from '../call/vault/vault-choice';
import { isAskedFirst } from '../commands/policy/ask-first';
import { authorize, refusingSetting } from '../commands/policy/policy';
import { BridgeError, hintFor } from '../errors';
import type { LiveSettings } from '../settings';
import { SETTING_LABELS, SETTINGS_PLACE } from '../settings';
import { streamReply } from './reply';
import type { Reply } from './reply';

/** What happened to a file. Paths are those in the vault. */
export interface FileChange {
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly path: string;
  /** The path before the file was renamed or moved. */
  readonly from?: string | undefined;
}

/** Calls the listener with each change of a file in the host's vault. @returns stops that */
export type WatchFiles = (listener: (change: FileChange) => void) => () => void;

/** What {@link EventStreams} needs. */
interface EventStreamsOptions {
  readonly watch: WatchFiles;
  readonly hostVault: HostVault;
  readonly catalogue: Catalogue;
  readonly settings: LiveSettings;
  /** Milliseconds between two signs of life of a stream, if not the default. */
  readonly heartbeatMs?: number | undefined;
}

/** How many streams one key may have open. */
export const STREAM_LIMIT = 8;
/** How many events may wait for a reader. */
export const WAITING_LIMIT = 1_000;
/** How long more than that may wait. Many files may change in one moment, and nothing is sent before the next turn. */
const LATE_MS = 2_000;
const HEARTBEAT_MS = 20_000;
/** The command that reveals as much as the events do: anyone who may run it may read them. */
const COMMAND = 'files';

/**
 * The streams of events: changes of files in the host's vault, sent as they happen to everybody who reads. The vault is watched
 * only while somebody does. Nothing is kept for a reader that was away.
 */
export class EventStreams {
  private readonly streams = new Set<EventStream>();
  private stopWatching: (() => void) | undefined;

  constructor(private readonly options: EventStreamsOptions) {}

  /**
   * Opens a stream.
   * @throws BridgeError `key_scope`, `command_blocked`, `vault_not_allowed` or `approval_unavailable` if the caller may not list
   * the files of the vault, and `queue_full` if its key has too many streams
   */
  open(caller: Caller): Reply {
    this.requireAllowed(caller);
    const ofKey = [...this.streams].filter((stream) => stream.caller.key.id === caller.key.id);
    if (ofKey.length >= STREAM_LIMIT) throw tooMany();
    const stream = new EventStream(caller, {
      beatMs: this.options.heartbeatMs ?? HEARTBEAT_MS,
      beat: () => this.isAllowed(stream) && stream.write(':\n\n'),
    });
    this.streams.add(stream);
    this.stopWatching ??= this.options.watch((change) => this.tell(change));
    return streamReply(
      (response) => stream.start(response),
      () => this.end(stream),
    );
  }

  /** Ends the streams whose key, or the settings, no longer allow them. */
  recheck(): void {
    for (const stream of [...this.streams]) this.isAllowed(stream);
  }

  /** Ends all streams. */
  endAll(): void {
    for (const stream of [...this.streams]) this.end(stream);
  }

  private tell({ kind, path, from }: FileChange): void {
    if ([path, from].some(isDotFile)) return;
    for (const stream of [...this.streams]) {
      const seen = this.isAllowed(stream) ? this.seenBy(stream.caller, { kind, path, from }) : undefined;
      if (seen) stream.write(eventText(seen.kind, { path: seen.path, from: seen.from }));
    }
  }

  /** What a caller may know of a change: of a move, the side that is not private to it. */
  private seenBy({ key }: Caller, change: FileChange): FileChange | undefined {
    const { hides } = privateTo(key, this.options.settings.current);
    const { path, from } = change;
    if (from === undefined || !hides(from)) {
      if (!hides(path)) return change;
      return from === undefined ? undefined : { kind: 'deleted', path: from };
    }
    return hides(path) ? undefined : { kind: 'created', path };
  }

  /** Whether the stream may go on; otherwise it is ended. */
  private isAllowed(stream: EventStream): boolean {
    try {
      stream.caller.requireAccess();
      this.requireAllowed(stream.caller);
      return true;
    } catch {
      this.end(stream);
      return false;
    }
  }

  private requireAllowed({ key }: Caller): void {
    const { catalogue, settings, hostVault: host } = this.options;
    const command = catalogue.get(COMMAND);
    if (!command) throw BridgeError.of('unknown_command', { command: COMMAND });
    try {
      authorize(command, settings.current, key);
      requireVault(host.name, host.id ?? host.name, { settings: settings.current, host, key });
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, context } = error;
      const setting = refusingSetting(code, COMMAND, settings.current);
      const hint = code === 'vault_not_allowed' ? ALLOW_VAULT : (context.hint ?? hintFor(code, { setting }));
      // The key is for the list of refused attempts.
      throw error.with({ key, ...(hint !== undefined && { hint }) });
    }
    if (isAskedFirst(command, settings.current))
      throw BridgeError.of('approval_unavailable', { command: COMMAND, why: 'a stream cannot ask for it' });
  }

  private end(stream: EventStream): void {
    stream.end();
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    this.stopWatching?.();
    this.stopWatching = undefined;
  }
}

const ALLOW_VAULT = `Do not repeat the request: ask the user to add this vault to "${SETTING_LABELS.allowedVaults}" in ${SETTINGS_PLACE}.`;

function tooMany(): BridgeError {
  return BridgeError.of('queue_full', {
    limit: STREAM_LIMIT,
    unit: 'streams of this key',
    state: 'in use',
    retryAfter: 5,
    hint: 'Close a stream that is no longer needed, or ask the user for a key of your own.',
  });
}

class EventStream {
  private response: ServerResponse | undefined;
  private isEnded = false;
  /** How many events have not been passed to the system. */
  private waiting = 0;
  private nextBeat: NodeJS.Timeout | undefined;
  private dropping: NodeJS.Timeout | undefined;

  constructor(
    readonly caller: Caller,
    private readonly heart: { readonly beatMs: number; readonly beat: () => void },
  ) {}

  /** Begins with the first event. */
  start(response: ServerResponse): void {
    this.response = response;
    if (this.isEnded) response.end();
    this.write(eventText('ready', {}));
    this.wait();
  }

  /** Sends text, unless the stream has not begun or is over. A reader that takes nothing is disconnected in the end. */
  write(text: string): void {
    const { response, isEnded } = this;
    if (!response || isEnded) return;
    this.waiting += 1;
    response.write(text, () => {
      this.waiting -= 1;
      if (this.waiting > WAITING_LIMIT) return;
      clearTimeout(this.dropping);
      this.dropping = undefined;
    });
    if (this.waiting <= WAITING_LIMIT) return;
    this.dropping ??= setTimeout(() => {
      // The whole connection, since the response may still be queued behind an earlier one.
      this.dropping = setTimeout(() => response.req.socket.destroy(), LATE_MS);
    }, 0);
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.nextBeat);
    clearTimeout(this.dropping);
    this.response?.end();
  }

  /** Waits for the next sign of life, or for the moment in which the key expires. */
  private wait(): void {
    if (this.isEnded) return;
    const { beatMs, beat } = this.heart;
    const { expiresAt = Infinity } = this.caller.key;
    this.nextBeat = setTimeout(
      () => {
        beat();
        this.wait();
      },
      Math.min(beatMs, Math.max(0, expiresAt - new Date().valueOf())),
    );
  }
}

/** An event as the reader gets it. */
function eventText(name: FileChange['kind'] | 'ready', data: Partial<Omit<FileChange, 'kind'>>): string {
  return `event: ${name}\ndata: ${JSON.stringify({ ...data, time: new Date().toISOString() })}\n\n`;
}

/** Whether the file, or a folder that it is in, begins with a dot. */
function isDotFile(path = ''): boolean {
  return /(?:^|\/)\./.test(path);
}
