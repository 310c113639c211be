import { request } from 'node:http';
import { ReceivedBytes } from '../text/bytes';
import { BridgeError } from '../errors';
import { noStore } from './no-store';
import { NotText, StoreFailure, StoreTimeout } from './note-store';
import type { ChangeOptions, FileBytes, FileStat, NoteStore } from './note-store';
import { revisionOf } from './revision';
import { ANSWER, lineOf, mayChangeStore, STORE_MESSAGE_BYTES, splitMessage } from './store-question';
import type { StoreAnswer, StoreQuestion } from './store-question';
import { strictText } from './strict-text';

/** How long the other bridge may stay silent, in milliseconds; its own store gives up before that. */
const ANSWER_MS = 10_000;
/** How often a change is tried while someone else is changing the note. */
const MAX_TRIES = 5;

/** Where the bridge of another vault serves its notes to one call, and what for. */
export interface RemoteAccess {
  /** At 127.0.0.1. */
  readonly port: number;
  readonly token: string;
  /** The commands that the settings there must allow. */
  readonly commands: readonly string[];
  /** Ends the questions that wait for an answer. */
  readonly stopped: AbortSignal;
}

/** An answer, with the bytes that followed it. */
type ReceivedAnswer<Kind extends StoreAnswer['kind'] = StoreAnswer['kind']> = Extract<
  StoreAnswer,
  { kind: Kind }
> & {
  readonly bytes: Buffer;
};

/** What a question has besides its kind and path. */
interface AskOptions extends Pick<StoreQuestion, 'state' | 'most'> {
  readonly bytes?: Uint8Array;
}

/**
 * The notes of another vault, as long as the bridge that runs there serves them to a call. Besides what {@link NoteStore} names,
 * any method may throw a BridgeError: what that bridge refuses; if it does not answer, `no_store`, or `unconfirmed` if
 * something may have been changed.
 */
export class RemoteStore implements NoteStore {
  /** What is typed and not saved in the notes, as it was when they were last read. */
  readonly #typed = new Map<string, string>();
  /** Undefined while it is closed. */
  access: RemoteAccess | undefined;

  /** @param vault as the call names it */
  constructor(readonly vault: string) {}

  get isClosed(): boolean {
    return this.access === undefined;
  }

  /** @throws BridgeError what the settings of the vault do not allow; `no_store` */
  async open(access: RemoteAccess): Promise<void> {
    this.access = access;
    await this.exists('');
  }

  async read(path: string): Promise<string | undefined> {
    const note = await this.#read(path);
    if (note && note.state === undefined) throw new NotText();
    return note?.text;
  }

  async change(
    path: string,
    change: (text: string) => string,
    { overBytes = false }: ChangeOptions = {},
  ): Promise<boolean> {
    let text = '';
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const note = await this.#read(path);
      if (!note) return false;
      const { state } = note;
      if (state === undefined && !overBytes) throw new NotText();
      text = note.text;
      const after = change(text);
      if (after === text && state !== undefined) return true;
      const ask = state === undefined ? 'overwrite' : 'replace';
      const answer = await this.#ask(ask, path, { state, bytes: Buffer.from(after) }, ['done', 'changed']);
      if (answer?.kind !== 'changed') return answer !== undefined;
    }
    const now = await this.read(path);
    const revision = now === undefined ? undefined : revisionOf(now);
    throw BridgeError.of('revision_conflict', { path, revision, wanted: revisionOf(text) });
  }

  create(path: string, text: string): Promise<boolean> {
    return this.#do('new_note', path, Buffer.from(text));
  }

  async readBytes(path: string, most: number): Promise<FileBytes | undefined> {
    const file = await this.#ask('read_bytes', path, { most }, ['bytes']);
    if (!file) return undefined;
    const { size, length, bytes } = file;
    return length === undefined ? { size } : { size, bytes };
  }

  createBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#do('new_file', path, bytes);
  }

  replaceBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#do('replace_bytes', path, bytes);
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const answer = await this.#ask('stat', path, {}, ['stat']);
    return answer && { size: answer.size, modified: answer.modified };
  }

  async exists(path: string): Promise<'file' | 'folder' | undefined> {
    const answer = await this.#ask('exists', path, {}, ['exists']);
    return answer && (answer.isFolder ? 'folder' : 'file');
  }

  makeFolder(path: string): Promise<boolean> {
    return this.#do('new_folder', path, NOTHING);
  }

  async list(folder: string): Promise<readonly string[] | undefined> {
    return (await this.#ask('list', folder, {}, ['names']))?.names;
  }

  /** What was typed when the note was last read here. */
  unsavedText(path: string): string | undefined {
    return this.#typed.get(path);
  }

  /** Tells the other bridge to stop serving the notes. Never rejects, and need not be waited for. */
  async close(): Promise<void> {
    const closed = this.#do('close', '', NOTHING);
    this.access = undefined;
    this.#typed.clear();
    await closed.catch(() => undefined);
  }

  /** A note with its state, which is undefined if it is not text. */
  async #read(
    path: string,
  ): Promise<{ readonly text: string; readonly state: string | undefined } | undefined> {
    const note = await this.#ask('read', path, {}, ['bytes']);
    this.#typed.delete(path);
    if (!note) return undefined;
    const { length, state, bytes } = note;
    if (length === undefined) throw new StoreFailure('The file is too large.', { isUnchanged: true });
    if (bytes.length > length) this.#typed.set(path, bytes.toString('utf8', length));
    const saved = bytes.subarray(0, length);
    return { text: state === undefined ? saved.toString() : strictText(saved), state };
  }

  async #do(ask: StoreQuestion['ask'], path: string, bytes: Uint8Array): Promise<boolean> {
    return (await this.#ask(ask, path, { bytes }, ['done'])) !== undefined;
  }

  /**
   * @param expected the kinds of an answer that mean that it was done
   * @returns undefined if there is nothing at the path, or if it is taken
   */
  async #ask<Kind extends StoreAnswer['kind']>(
    ask: StoreQuestion['ask'],
    path: string,
    { bytes = NOTHING, ...conditions }: AskOptions,
    expected: readonly Kind[],
  ): Promise<ReceivedAnswer<Kind> | undefined> {
    const { access } = this;
    if (!access) throw noAnswer();
    const question = { ask, path, commands: [...access.commands], ...conditions };
    const answer = await post(access, question, bytes, this.vault);
    const isExpected = (reply: ReceivedAnswer): reply is ReceivedAnswer<Kind> =>
      expected.some((kind) => kind === reply.kind);
    if (isExpected(answer)) return answer;
    if (answer.kind === 'not_done') return undefined;
    if (answer.kind === 'refused') throw BridgeError.fromOtherVault(answer.code, answer.message, answer.hint);
    if (answer.kind === 'failed') {
      const { message, isUnchanged, seconds } = answer;
      if (seconds !== undefined) throw new StoreTimeout({ isUnchanged, seconds });
      throw new StoreFailure(message, { isUnchanged });
    }
    throw otherVersion();
  }
}

const NOTHING = Buffer.alloc(0);

/** Asks the bridge of the other vault one question. @throws BridgeError `no_store`; `unconfirmed` if it may have been done */
async function post(
  { port, token, stopped }: RemoteAccess,
  question: StoreQuestion,
  bytes: Uint8Array,
  vault: string,
): Promise<ReceivedAnswer> {
  const line = lineOf(question);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Length': line.length + bytes.length };
  const to = { host: '127.0.0.1', port, method: 'POST', agent: false, signal: stopped, headers } as const;
  const answer = await new Promise<Buffer | undefined>((resolve, reject) => {
    const sent = request(to, (response) => {
      const received = new ReceivedBytes();
      response.on('data', (part: Buffer) => {
        received.add(part);
        if (received.size > STORE_MESSAGE_BYTES) sent.destroy();
      });
      response.on('end', () => resolve(response.statusCode === 200 ? received.all() : undefined));
      response.on('error', reject);
    });
    sent.setTimeout(ANSWER_MS, () => sent.destroy());
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('It was closed without an answer.')));
    sent.write(line);
    sent.end(bytes);
  }).catch((error: unknown) => {
    const isSent = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
    if (!isSent || !mayChangeStore(question)) throw noAnswer();
    const what = `passed it to CLI Bridge in the vault "${vault}", which did not answer`;
    throw BridgeError.of('unconfirmed', { what }).asRun();
  });
  // Another program has the port now.
  if (!answer) throw noAnswer();
  const split = splitMessage(answer, ANSWER);
  if (!split) throw otherVersion();
  return { ...split.line, bytes: split.bytes };
}

/** The error if no bridge in a vault answers. */
export function noAnswer(): BridgeError {
  return noStore(
    'Only CLI Bridge in that vault can do this, but it did not answer there',
    'Ask the user to install CLI Bridge in that vault and to turn it on there, then call again. Until then, change its notes with texts that are short and have no backslash before n or t.',
  );
}

/** The error if the bridge in a vault does not understand this one. */
function otherVersion(): BridgeError {
  return noStore(
    'The bridge of that vault has another version',
    'Ask the user to update CLI Bridge in both vaults, then call again.',
  );
}
