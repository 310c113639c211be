import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BridgeError } from '../../../src/bridge/errors';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { StoreFailure, StoreTimeout } from '../../../src/bridge/notes/note-store';
import { makeFolder } from '../../kit/folder';
import { send } from '../../kit/http-client';
import { oneTextStore } from '../../kit/one-text-store';
import { serveRemote } from '../../kit/remote-store';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

const NO_ANSWER = {
  code: 'no_store',
  status: 413,
  context: { hint: expect.stringContaining('install CLI Bridge in that vault') as string },
};
/** A long text, with characters of one to four bytes. */
const LARGE = 'aé\u20ac🌱\r\n'.repeat(800_000);

/** A vault with one note, and its store. */
async function vault(text: string): Promise<{ readonly store: FileStore; readonly file: string }> {
  const folder = await makeFolder(THIS_TEST);
  const file = join(folder, 'One.md');
  await writeFile(file, text);
  return { store: new FileStore(folder), file };
}

test('a text of many megabytes goes both ways as it is', async () => {
  const { store, file } = await vault(LARGE);
  const { remote } = await serveRemote(THIS_TEST, store);
  expect((await remote.read('One.md')) === LARGE).toBe(true);
  expect(await remote.change('One.md', (text) => `${text}end`)).toBe(true);
  expect((await readFile(file, 'utf8')) === `${LARGE}end`).toBe(true);
});

test('a note that changes between reading and replacing is read again, five times at most', async () => {
  const { store, file } = await vault('one\n');
  let others = 4;
  let isWritten: Promise<void> = Promise.resolve();
  const busy = oneTextStore('', {
    readBytes: (...asked) => store.readBytes(...asked),
    change: async (...asked) => {
      await isWritten;
      return store.change(...asked);
    },
  });
  const { remote } = await serveRemote(THIS_TEST, busy);
  const texts: string[] = [];
  /** Makes a change, while somebody else makes others. */
  const change = (): Promise<boolean> =>
    remote.change('One.md', (text) => {
      texts.push(text);
      if (others-- > 0) isWritten = writeFile(file, `typed ${others}\n`);
      return `${text}more\n`;
    });
  expect(await change()).toBe(true);
  expect(texts).toEqual(['one\n', 'typed 3\n', 'typed 2\n', 'typed 1\n', 'typed 0\n']);
  expect(await readFile(file, 'utf8')).toBe('typed 0\nmore\n');
  others = 9;
  await expect(change()).rejects.toMatchObject({ code: 'revision_conflict' });
  expect(await remote.read('One.md')).toMatch(/^typed/);
});

test('what is typed there and not saved is known, and compared', async () => {
  let typed: string | undefined = 'typed é';
  const { remote } = await serveRemote(THIS_TEST, oneTextStore('saved', { unsavedText: () => typed }));
  expect(remote.unsavedText('One.md')).toBeUndefined();
  expect(await remote.read('One.md')).toBe('saved');
  expect(remote.unsavedText('One.md')).toBe('typed é');
  const seen: (string | undefined)[] = [];
  const change = remote.change('One.md', (text) => {
    seen.push(remote.unsavedText('One.md'));
    typed = seen.length < 3 ? `typed ${seen.length}` : undefined;
    return `${text}, changed`;
  });
  expect(await change).toBe(true);
  expect(seen).toEqual(['typed é', 'typed 1', 'typed 2', undefined]);
});

test('the settings there are asked at each question', async () => {
  const { store, file } = await vault('one\n');
  let isReadOnly = false;
  const asked: (readonly string[])[] = [];
  const { remote } = await serveRemote(THIS_TEST, store, {
    authorize: (commands) => {
      asked.push(commands);
      if (isReadOnly) throw BridgeError.of('read_only', { command: 'append' });
    },
  });
  const change = remote.change('One.md', (text) => {
    isReadOnly = true;
    return `${text}more`;
  });
  await expect(change).rejects.toMatchObject({
    code: 'read_only',
    message: expect.stringMatching(/^CLI Bridge in the vault "Work" refuses this\. ./) as string,
    context: { hint: expect.stringContaining('in the CLI Bridge settings of the vault "Work"') as string },
  });
  await expect(remote.exists('One.md')).rejects.toMatchObject({ code: 'read_only' });
  expect(asked).toEqual([['append'], ['append'], ['append'], ['append']]);
  expect(await readFile(file, 'utf8')).toBe('one\n');
});

test('a command that is unknown there belongs to another version', async () => {
  const ends = serveRemote(THIS_TEST, oneTextStore(''), {
    authorize: () => {
      throw BridgeError.of('unknown_command', { command: 'later' });
    },
  });
  await expect(ends).rejects.toMatchObject({
    code: 'no_store',
    context: { hint: expect.stringContaining('update CLI Bridge in both vaults') as string },
  });
});

test('nothing is served without the token, nor for a question of another form', async () => {
  const { store } = await vault('secret');
  const { url, token, errors } = await serveRemote(THIS_TEST, store);
  const question = `${JSON.stringify({ ask: 'read', path: 'One.md', commands: [] })}\n`;
  const ask = async (authorization: string, body: string): Promise<readonly [number, string]> => {
    const headers = authorization === '' ? {} : { Authorization: authorization };
    const { status, text } = await send(url, { method: 'POST', headers, body });
    return [status, text];
  };
  for (const given of ['', `Basic ${token}`, token, `Bearer ${token.slice(1)}`, `Bearer ${'0'.repeat(32)}`])
    expect(await ask(given, question), given).toEqual([404, '']);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  for (const body of ['', 'x', '{}\n', question.trimEnd(), question.replace('"read"', '"erase"')])
    expect(await ask(`Bearer ${token}`, body), body).toEqual([200, '{"kind":"not_understood"}\n']);
  expect((await ask(`Bearer ${token}`, question))[1]).toMatch(/^\{"kind":"bytes",.*\}\nsecret$/);
  expect(errors).toEqual([]);
});

test('it ends when it is closed, when the plugin unloads, and after a silence, which only the token breaks', async () => {
  const { store } = await vault('one\n');
  const ended = async (url: string): Promise<boolean> =>
    send(url).then(
      () => false,
      () => true,
    );
  const closed = await serveRemote(THIS_TEST, store);
  await closed.remote.close();
  await until('it is closed', () => ended(closed.url));
  const unloaded = await serveRemote(THIS_TEST, store);
  unloaded.unload();
  await until('it is gone', () => ended(unloaded.url));
  const silent = await serveRemote(THIS_TEST, store, { silenceMs: 200 });
  await until('it has ended by itself', () => ended(silent.url));
  for (const { remote } of [closed, unloaded, silent]) {
    await expect(remote.read('One.md')).rejects.toMatchObject(NO_ANSWER);
    await expect(remote.create('Two.md', 'x')).rejects.toMatchObject(NO_ANSWER);
    await remote.close();
    expect(remote.isClosed).toBe(true);
  }
});

test('the outcome of a change whose answer is missing is unknown, on either side', async () => {
  for (const end of ['unload', 'stop'] as const) {
    let reached = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (reached = resolve));
    const hanging = oneTextStore('one\n', {
      change: () => {
        reached();
        return new Promise<boolean>(() => undefined);
      },
    });
    const ends = await serveRemote(THIS_TEST, hanging);
    const change = ends.remote.change('One.md', (text) => `${text}more`);
    await Promise.all([
      expect(change).rejects.toMatchObject({
        code: 'unconfirmed',
        message: expect.stringContaining('CLI Bridge in the vault "Work"') as string,
      }),
      waiting.then(ends[end]),
    ]);
  }
});

test('a failure there is reported as it is, and an unexpected one without its message', async () => {
  let failure: Error = new StoreFailure('The file system refused it (EACCES).', { isUnchanged: true });
  const failing = oneTextStore('one\n', { change: () => Promise.reject(failure) });
  const { remote, errors } = await serveRemote(THIS_TEST, failing);
  const change = (): Promise<unknown> => remote.change('One.md', (text) => `${text}x`);
  await expect(change()).rejects.toEqual(failure);
  failure = new StoreTimeout({ isUnchanged: false, seconds: 5 });
  await expect(change()).rejects.toEqual(failure);
  expect(errors).toEqual([]);
  failure = new RangeError('secret');
  await expect(change()).rejects.toMatchObject({
    isUnchanged: false,
    message: expect.not.stringContaining('secret') as string,
  });
  expect(errors).toEqual([failure]);
});
