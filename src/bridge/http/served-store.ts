import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { BridgeError } from '../errors';
import { NotText, StoreFailure, StoreTimeout } from '../notes/note-store';
import type { NoteStore } from '../notes/note-store';
import { lineOf, STORE_MESSAGE_BYTES, QUESTION, REFUSALS, splitMessage } from '../notes/store-question';
import type { StoreAnswer, StoreQuestion } from '../notes/store-question';
import { strictText } from '../notes/strict-text';
import { SETTINGS_PLACE } from '../settings';
import { readBody } from './body';

/** What serving a note store needs. */
export interface StoreServices {
  readonly store: NoteStore;
  readonly vault: string;
  /** @throws BridgeError if the settings of the vault do not allow one of the commands, or keep the path from all clients */
  readonly authorize: (commands: readonly string[], path: string) => void;
  /** Ends it. */
  readonly closed: AbortSignal;
  readonly reportError: (error: unknown) => void;
  /** How long it waits for a question, in milliseconds. */
  readonly silenceMs?: number;
}

/** Where a note store is served, at 127.0.0.1. */
export interface ServedStore {
  readonly port: number;
  /** 128 random bits in hex, which each question has to show. */
  readonly token: string;
}

/** An answer, with the bytes that follow it. */
type AnswerParts = readonly [answer: StoreAnswer, ...bytes: Uint8Array[]];

const TOKEN_BYTES = 16;
const SILENCE_MS = 30_000;
const HEADERS_MS = 10_000;

/** The note has another state than the one that was read. */
class Changed extends Error {}

/**
 * Serves a note store to the bridge of another vault, at 127.0.0.1 and a free port, until that bridge ends it, asks nothing for a
 * while, or the signal fires.
 * @throws the system's error if there is no port
 */
export async function serveStore(services: StoreServices): Promise<ServedStore> {
  const { closed, reportError, silenceMs = SILENCE_MS } = services;
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: SILENCE_MS },
    (request, response) => {
      if (!isShown(token, request)) return void response.writeHead(404, { Connection: 'close' }).end();
      silence.refresh();
      respond(services, request, response, close).catch((error: unknown) => {
        // The other bridge may have hung up.
        if (!(error instanceof BridgeError)) reportError(error);
        response.destroy();
      });
    },
  );
  const close = (): void => {
    clearTimeout(silence);
    closed.removeEventListener('abort', close);
    server.close();
    server.closeAllConnections();
  };
  const { port } = await listen(server);
  server.on('error', reportError);
  const silence = setTimeout(close, silenceMs);
  closed.addEventListener('abort', close);
  if (closed.aborted) close();
  return { port, token };
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function isShown(token: string, { headers }: IncomingMessage): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

async function respond(
  services: StoreServices,
  request: IncomingMessage,
  response: ServerResponse,
  close: () => void,
): Promise<void> {
  const message = splitMessage(await readBody(request, STORE_MESSAGE_BYTES), QUESTION);
  if (message?.line.ask === 'close') response.once('close', close);
  const [answer, ...bytes] = message
    ? await replyTo(services, message.line, message.bytes)
    : ([{ kind: 'not_understood' }] satisfies AnswerParts);
  const parts = [lineOf(answer), ...bytes];
  response.writeHead(200, { 'Content-Length': parts.reduce((sum, { length }) => sum + length, 0) });
  for (const part of parts) response.write(part);
  response.end();
}

async function replyTo(
  services: StoreServices,
  question: StoreQuestion,
  bytes: Buffer,
): Promise<AnswerParts> {
  try {
    if (question.ask !== 'close') services.authorize(question.commands, question.path);
    return await answerFrom(services.store, question, bytes);
  } catch (error) {
    if (error instanceof Changed || error instanceof NotText) return [{ kind: 'changed' }];
    if (error instanceof BridgeError) {
      if (error.code === 'revision_conflict') return [{ kind: 'changed' }];
      // A command that is not known here belongs to another version.
      if (error.code === 'unknown_command') return [{ kind: 'not_understood' }];
      const refusal = refusalOf(error, services.vault);
      if (refusal) return [refusal];
    }
    if (!(error instanceof StoreFailure)) services.reportError(error);
    const { message, isUnchanged } = error instanceof StoreFailure ? error : UNEXPECTED;
    const late = error instanceof StoreTimeout ? { seconds: error.seconds } : {};
    return [{ kind: 'failed', message, isUnchanged, ...late }];
  }
}

const UNEXPECTED = { message: 'The bridge of the vault hit an unexpected error.', isUnchanged: false };

async function answerFrom(store: NoteStore, question: StoreQuestion, bytes: Buffer): Promise<AnswerParts> {
  const { ask, path } = question;
  switch (ask) {
    case 'read':
      return read(store, path);
    case 'read_bytes': {
      const file = await store.readBytes(
        path,
        Math.min(question.most ?? STORE_MESSAGE_BYTES, STORE_MESSAGE_BYTES),
      );
      if (!file) return NOT_DONE;
      const { size, bytes: found } = file;
      return found ? [{ kind: 'bytes', size, length: found.length }, found] : [{ kind: 'bytes', size }];
    }
    case 'replace': {
      const text = strictText(bytes);
      const isThere = await store.change(path, (now) => {
        if (stateOf(now, store.unsavedText?.(path, now)) !== question.state) throw new Changed();
        return text;
      });
      return isDone(isThere);
    }
    case 'overwrite': {
      const text = strictText(bytes);
      return isDone(await store.change(path, () => text, { overBytes: true }));
    }
    case 'new_note':
      return isDone(await store.create(path, strictText(bytes)));
    case 'new_file':
      return isDone(await store.createBytes(path, bytes));
    case 'new_folder':
      return isDone(await store.makeFolder(path));
    case 'replace_bytes':
      return isDone(await store.replaceBytes(path, bytes));
    case 'stat': {
      const stat = await store.stat(path);
      return stat ? [{ kind: 'stat', ...stat }] : NOT_DONE;
    }
    case 'exists': {
      const what = await store.exists(path);
      return what ? [{ kind: 'exists', isFolder: what === 'folder' }] : NOT_DONE;
    }
    case 'list': {
      const names = await store.list(path);
      return names ? [{ kind: 'names', names: [...names] }] : NOT_DONE;
    }
    case 'close':
      return isDone(true);
  }
}

const NOT_DONE: AnswerParts = [{ kind: 'not_done' }];

function isDone(done: boolean): AnswerParts {
  return [{ kind: done ? 'done' : 'not_done' }];
}

/** A note with its state, and behind it what is typed and not saved. */
async function read(store: NoteStore, path: string): Promise<AnswerParts> {
  const file = await store.readBytes(path, STORE_MESSAGE_BYTES);
  if (!file) return NOT_DONE;
  const { size, bytes } = file;
  if (!bytes) return [{ kind: 'bytes', size }];
  const found = { kind: 'bytes', size, length: bytes.length } as const;
  let text: string;
  try {
    text = strictText(bytes);
  } catch {
    return [found, bytes];
  }
  const typed = store.unsavedText?.(path, text);
  const parts = typed === undefined ? [bytes] : [bytes, Buffer.from(typed)];
  return [{ ...found, state: stateOf(text, typed) }, ...parts];
}

/** What a note must still be for a change that was made from its text. */
function stateOf(text: string, typed: string | undefined): string {
  const digest = (of: string): string => createHash('sha256').update(of).digest('hex');
  return typed === undefined ? digest(text) : `${digest(text)} ${digest(typed)}`;
}

/** The answer if the settings do not allow a command; undefined for any other error. */
function refusalOf(error: BridgeError, vault: string): StoreAnswer | undefined {
  const code = REFUSALS.find((refusal) => refusal === error.code);
  if (!code) return undefined;
  const message = `CLI Bridge in the vault "${vault}" refuses this. ${error.message}`;
  const hint = `Do not repeat the call: ask the user whether to allow it in ${SETTINGS_PLACE} of the vault "${vault}".`;
  return { kind: 'refused', code, message, hint };
}
