import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApprovalAnswer } from '../../../../src/bridge/call/approval/approval-port';
import { KeptQuestions } from '../../../../src/bridge/call/approval/kept-questions';
import type { Question } from '../../../../src/bridge/call/approval/question';
import type { CallOutcome, SentFile } from '../../../../src/bridge/call/outcome';
import { OWNER } from '../../../../src/bridge/key-records';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import type { Settings } from '../../../../src/bridge/settings';
import { INTERFACES, run, serveAsking, VAULT } from '../../../kit/asking';
import type { Answer, Asking, CallGiven } from '../../../kit/asking';
import { TEST_KEY } from '../../../kit/bridge';
import { clockAhead } from '../../../kit/clock';
import { Client, jsonCall, pathOf } from '../../../kit/http-client';
import type { Envelope } from '../../../kit/http-client';
import { makeKey } from '../../../kit/keys';
import { callTool } from '../../../kit/mcp-client';
import type { AskedQuestion } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

const HOUR_MS = 60 * 60 * 1_000;
const HOME = 'Home.md';
const append: CallGiven = { command: 'append', params: { path: HOME, content: 'Asked for' } };

/** A bridge whose user is away: a question is asked for a moment, and then waits. */
function serveAway(settings: Partial<Settings> = { askFirst: ['append'] }, answerMs = 20): Promise<Asking> {
  return serveAsking(THIS_TEST, settings, {}, { answerMs });
}

interface Listed {
  readonly id: string;
  readonly client: string;
  readonly command: string;
  readonly path?: string;
  readonly state: string;
  readonly answer?: Envelope;
}

/** The id of the question that a call has left. */
function questionOf(answer: Answer): string {
  expect(answer).toMatchObject({ ok: false, code: 'approval_pending' });
  return (answer.data as { readonly question: string }).question;
}

/** What a client sees, over both interfaces. */
async function questions({ client }: Asking, key = TEST_KEY, id?: string): Promise<readonly Listed[]> {
  const params = id === undefined ? {} : { id };
  const given = { run: 'cli-bridge:questions', params };
  const { structured } = await callTool(new URL('/mcp', client.url), 'search', given, key);
  const { envelope } = await new Client(client.url, key).get('cli-bridge:questions', params);
  expect(structured['data']).toEqual(envelope.data);
  return (envelope.data ?? []) as readonly Listed[];
}

/** Opens a question as the user does. */
async function opened(
  { bridge, person }: Asking,
  id: string,
): Promise<AskedQuestion & { done: Promise<void> }> {
  const count = person.asked.length + 1;
  const done = bridge.openQuestion(id);
  return { ...(await person.nth(count)), done };
}

/** Opens a question, and answers it. */
async function settle(asking: Asking, id: string, answer: ApprovalAnswer): Promise<void> {
  const question = await opened(asking, id);
  question.answer(answer);
  await question.done;
}

const write = ({ folder }: Asking, path: string, text: string): Promise<void> =>
  writeFile(join(folder, path), text);
const states = (listed: readonly Listed[]): string[] => listed.map(({ state }) => state);

describe('a question that nobody answers', () => {
  test.each(INTERFACES)('waits, and its call runs once it is allowed, over %s', async (through) => {
    const asking = await serveAway({ askFirst: ['append'] }, 400);
    const before = await asking.text(HOME);
    const answer = await run(asking, through, append, asking.key);
    const id = questionOf(answer);
    expect(answer.error).toContain('nothing was run so far');
    const how = {
      rest: `GET /api/v1/cli/cli-bridge/questions?id=${id}`,
      mcp: 'search with run="cli-bridge:questions"',
    };
    expect(answer.hint).toContain('continue with other work');
    expect(answer.hint).toContain(how[through]);
    expect(asking.person.asked.map(({ isClosed, request }) => [isClosed, request.isKept])).toEqual([
      [true, true],
    ]);
    const waiting = { id, client: 'Client a', command: 'append', path: HOME, state: 'waiting' };
    expect(await questions(asking, asking.key)).toEqual([{ ...waiting, time: expect.any(String) as string }]);
    expect(asking.bridge.questions()).toMatchObject([{ id, words: expect.stringContaining(HOME) as string }]);
    // A user who does not decide is asked again.
    await settle(asking, id, 'later');
    expect(await asking.text(HOME)).toBe(before);
    const question = await opened(asking, id);
    expect(question.request).toMatchObject({
      msLeft: undefined,
      calls: [{ command: 'append', vault: VAULT }],
    });
    expect(question.request.calls[0]?.difference).toMatchObject({ before, after: `${before}\nAsked for` });
    question.answer('allow');
    await question.done;
    expect(await asking.text(HOME)).toBe(`${before}\nAsked for`);
    const [entry] = await questions(asking, asking.key, id);
    expect(entry).toMatchObject({ state: 'allowed', answer: { ok: true, command: 'append', exitCode: 0 } });
    expect(asking.entries.map(({ command, decidedBy }) => [command, decidedBy])).toEqual([
      ['append', 'user'],
    ]);
    const logged = asking.bridge.log.list().filter(({ command }) => command === 'append');
    expect(logged.map(({ code, decidedBy }) => [code, decidedBy])).toEqual([
      ['', 'user'],
      ['approval_pending', undefined],
    ]);
    // What was answered is not asked again.
    await asking.bridge.openQuestion(id);
    expect(asking.person.asked).toHaveLength(3);
  });

  test('a client sees its own, the owner all, and an unknown one is said to be unknown', async () => {
    const asking = await serveAway();
    const [mine, owners] = [
      questionOf(await run(asking, 'rest', append, asking.key)),
      questionOf(await run(asking, 'rest', append)),
    ];
    expect((await questions(asking, asking.key)).map(({ id }) => id)).toEqual([mine]);
    expect((await questions(asking)).map(({ id }) => id)).toEqual([mine, owners]);
    for (const id of [owners, 'ffffffff'])
      expect(
        await run(asking, 'mcp', { command: 'cli-bridge:questions', params: { id } }, asking.key),
      ).toMatchObject({
        code: 'question_not_found',
      });
  });

  test('the same call gets the same id and asks nothing; another call is another question', async () => {
    const asking = await serveAway({ askFirst: ['append', 'read'] });
    const id = questionOf(await run(asking, 'mcp', append));
    for (const through of INTERFACES) expect(questionOf(await run(asking, through, append))).toBe(id);
    expect(asking.bridge.questions()).toHaveLength(1);
    const read = { command: 'read', params: { path: HOME } };
    const others = [
      { ...append, params: { ...append.params, content: 'Other' } },
      { ...append, flags: ['inline'] },
      read,
      { ...read, lines: '1-2' } as CallGiven,
    ];
    const ids = [];
    for (const other of others) ids.push(questionOf(await run(asking, 'mcp', other)));
    expect(new Set([id, ...ids]).size).toBe(5);
    // An answer to one is none to the others.
    const before = await asking.text(HOME);
    await settle(asking, ids[0] ?? '', 'allow');
    expect(await asking.text(HOME)).toBe(`${before}\nOther`);
    await settle(asking, ids[3] ?? '', 'allow');
    const [cut] = await questions(asking, TEST_KEY, ids[3]);
    expect(cut?.answer?.stdout?.trimEnd()).toBe(before.split('\n').slice(0, 2).join('\n').trimEnd());
  });

  test('is withdrawn with the client that hangs up before', async () => {
    const asking = await serveAsking(THIS_TEST, { askFirst: ['append'] }, {}, { answerMs: 300 });
    const leaving = new AbortController();
    const left = run(asking, 'rest', append, TEST_KEY, leaving.signal).catch(() => 'left');
    await asking.person.nth(1);
    leaving.abort();
    expect(await left).toBe('left');
    await until('the dialog is closed', () => asking.person.open.length === 0);
    expect(asking.bridge.questions()).toEqual([]);
    expect(questionOf(await run(asking, 'rest', append))).not.toBe('');
  });

  test('at most 20 per client wait, each for 24 hours; a batch never does', async () => {
    const ahead = clockAhead(THIS_TEST);
    const asking = await serveAway();
    const call = (number: number): CallGiven => ({ ...append, params: { path: HOME, content: `${number}` } });
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1)
      ids.push(questionOf(await run(asking, 'rest', call(number))));
    expect(await run(asking, 'rest', call(20))).toMatchObject({ code: 'approval_timeout' });
    expect(questionOf(await run(asking, 'rest', append, asking.key))).not.toBe('');
    const calls = [append];
    const { envelope } = await asking.client.request('/api/v1/batch', jsonCall('POST', { calls }));
    expect(envelope).toMatchObject({ code: 'approval_timeout' });
    ahead(23 * HOUR_MS);
    await settle(asking, ids[0] ?? '', 'deny');
    const late = await opened(asking, ids[1] ?? '');
    ahead(2 * HOUR_MS);
    // Too late, although the dialog was open.
    expect(states(await questions(asking, asking.key))).toEqual(['gone']);
    late.answer('allow');
    await late.done;
    const listed = await questions(asking);
    expect(states(listed)).toEqual(['denied', ...Array.from({ length: 20 }, () => 'gone')]);
    expect(listed[1]?.answer).toMatchObject({
      code: 'approval_timeout',
      error: expect.stringContaining('24 hours') as string,
    });
    ahead(25 * HOUR_MS);
    expect(await questions(asking)).toEqual([]);
    expect(asking.entries).toEqual([]);
  });

  test('ends with what would refuse the call, or would no longer ask about it', async () => {
    const asking = await serveAway();
    const ended = async (act: () => unknown): Promise<unknown> => {
      const id = questionOf(await run(asking, 'rest', append));
      await act();
      await until('it has ended', () => !asking.bridge.questions().some(({ state }) => state === 'waiting'));
      await asking.bridge.openQuestion(id);
      const [entry] = await questions(asking, TEST_KEY, id);
      asking.change({ askFirst: ['append'], readOnly: false });
      return [entry?.state, entry?.answer?.code];
    };
    expect(await ended(() => asking.change({ readOnly: true }))).toEqual(['gone', 'read_only']);
    expect(await ended(() => asking.change({ askFirst: [] }))).toEqual(['gone', 'approval_unavailable']);
    const pausing = async (): Promise<void> => {
      const other = { ...append, params: { ...append.params, content: 'Other' } };
      await settle(asking, questionOf(await run(asking, 'rest', other)), 'deny_and_pause');
    };
    expect(await ended(pausing)).toEqual(['gone', 'client_paused']);
    expect(asking.entries).toEqual([]);
  });
});

test('a change that was too many is one of the next ten minutes, however late it is allowed', async () => {
  const ahead = clockAhead(THIS_TEST);
  const asking = await serveAsking(THIS_TEST, {}, { askAfter: 2 }, { answerMs: 20 });
  const change = (content: string): Promise<Answer> =>
    run(asking, 'rest', { ...append, params: { path: HOME, content } }, asking.key);
  for (const content of ['1', '2']) expect((await change(content)).ok).toBe(true);
  const id = questionOf(await change('3'));
  // What no longer counts, and a change of other settings, leave it waiting.
  ahead(HOUR_MS);
  asking.change({ blockedCommands: ['delete'] });
  await settle(asking, id, 'allow');
  expect(states(await questions(asking, asking.key))).toEqual(['allowed']);
  expect((await change('4')).ok).toBe(true);
  questionOf(await change('5'));
});

describe('once other folders are private', () => {
  const files = { command: 'files', params: {} };
  const change = {
    command: 'append',
    params: { path: 'Projects/Balcony Irrigation.md', content: 'Asked for' },
  };

  test('an answer is not given to the client again, and a call that waits ends without its note', async () => {
    const asking = await serveAway({ askFirst: ['files', 'append'] });
    const list = questionOf(await run(asking, 'rest', files, asking.key));
    const waiting = questionOf(await run(asking, 'rest', change, asking.key));
    await settle(asking, list, 'allow');
    const told = async (key?: string): Promise<string> => JSON.stringify(await questions(asking, key));
    expect(await told(asking.key)).toContain('Projects/');
    asking.change({ privateFolders: ['Projects'] });
    expect(await questions(asking, asking.key)).toMatchObject([
      {
        id: list,
        state: 'allowed',
        answer: { ok: true, stdout: '', warnings: [expect.stringContaining('is not repeated') as string] },
      },
    ]);
    await until('it has ended', () => !asking.bridge.questions().some(({ state }) => state === 'waiting'));
    const [ended] = await questions(asking, TEST_KEY, waiting);
    expect([ended?.state, ended?.answer?.code]).toEqual(['gone', 'private_path']);
    expect(await told(asking.key)).not.toContain('Projects');
    expect(await told()).toContain('Projects/');
  });
});

describe('32 MiB', () => {
  const MIB = 1024 * 1024;
  const done = (stdout: string, file?: SentFile): Promise<CallOutcome> =>
    Promise.resolve({
      ...{ command: 'read', stdout, warnings: [], file, isParsed: false },
      ...{ duration: 0, waited: 0, outputBytes: 0, discardedBytes: 0 },
    });
  const call = { command: 'read', effect: { words: 'read', parameters: [], flags: [] } };
  const question = (size: number): Question =>
    ({
      request: { client: 'A', calls: [call] },
      clientId: 'a',
      later: { digest: '', size, leave: () => undefined },
    }) as unknown as Question;

  test('are for parameters and answers; an answer that does not fit is left out', async () => {
    const kept = new KeptQuestions(() => undefined);
    const ids = [12, 12].map((size) => kept.keep(question(size * MIB)));
    expect([8, 9].map((size) => kept.hasRoom(question(size * MIB)))).toEqual([true, false]);
    // While it is answered, its own parameters do not count.
    await kept.end(ids[0] ?? '', 'allowed', done('x'.repeat(19 * MIB)));
    await kept.end(ids[1] ?? '', 'allowed', done('x'.repeat(13 * MIB)));
    const answers = kept.list(OWNER).map(({ answer }) => answer as CallOutcome);
    expect(answers.map(({ stdout }) => stdout.length)).toEqual([19 * MIB, 0]);
    expect(answers[1]?.warnings).toEqual([expect.stringContaining('too long to be kept')]);
    // What was heard makes room for what waits.
    expect(kept.hasRoom(question(14 * MIB))).toBe(false);
    kept.hear(ids[0] ?? '');
    await until('it is heard', () => kept.hasRoom(question(14 * MIB)));
    kept.keep(question(14 * MIB));
    expect(kept.list(OWNER).map(({ state }) => state)).toEqual(['allowed', 'waiting']);
  });

  test('hold neither the bytes of a file nor more than 20 answers of a client', async () => {
    const kept = new KeptQuestions(() => undefined);
    const file = { path: 'A.png', mediaType: 'image/png', bytes: new Uint8Array(3) };
    for (let count = 0; count < 21; count += 1)
      await kept.end(kept.keep(question(1)), 'allowed', done(`${count}`, count === 20 ? file : undefined));
    const answers = kept.list(OWNER).map(({ answer }) => answer as CallOutcome);
    expect(answers.map(({ stdout }) => stdout)).toEqual([
      ...Array.from({ length: 19 }, (_, index) => `${index + 1}`),
      '',
    ]);
    expect(answers.at(-1)).toMatchObject({ file: undefined, warnings: [expect.any(String)] });
  });
});

describe('who makes the call again', () => {
  const DONE = expect.stringMatching(/^This was already done at \S+, and nothing was done again/) as string;

  test('over MCP gets the answer that it has not asked for, and then the call is a new one', async () => {
    const ahead = clockAhead(THIS_TEST);
    const asking = await serveAway();
    const before = await asking.text(HOME);
    const id = questionOf(await run(asking, 'mcp', append));
    await settle(asking, id, 'allow');
    ahead(HOUR_MS);
    expect(asking.bridge.questions()).toMatchObject([{ isHeard: false }]);
    expect(await run(asking, 'mcp', append)).toMatchObject({ ok: true, warnings: [DONE] });
    await until('the answer is heard', () => asking.bridge.questions()[0]?.isHeard === true);
    expect(await asking.text(HOME)).toBe(`${before}\nAsked for`);
    expect(questionOf(await run(asking, 'mcp', append))).not.toBe(id);
  });

  test('after it has asked for the answer makes a new call', async () => {
    const asking = await serveAway();
    const id = questionOf(await run(asking, 'mcp', append));
    await settle(asking, id, 'allow');
    expect(states(await questions(asking, TEST_KEY, id))).toEqual(['allowed']);
    await until('the answer is heard', () => asking.bridge.questions()[0]?.isHeard === true);
    expect(questionOf(await run(asking, 'mcp', append))).not.toBe(id);
  });

  test('the owner who looks at the answer of a client has not heard it for that client', async () => {
    const asking = await serveAway();
    const id = questionOf(await run(asking, 'mcp', append, asking.key));
    await settle(asking, id, 'allow');
    expect(states(await questions(asking, TEST_KEY, id))).toEqual(['allowed']);
    expect(await run(asking, 'mcp', append, asking.key)).toMatchObject({ ok: true, warnings: [DONE] });
  });

  test('with an idempotency key gets the same id, and then that answer', async () => {
    const asking = await serveAway();
    const before = await asking.text(HOME);
    const send = async (params = append.params): Promise<Envelope> => {
      const call = jsonCall('POST', { params });
      const headers = { ...call.headers, 'Idempotency-Key': 'run 1' };
      return (await asking.client.request(pathOf('append'), { ...call, headers })).envelope;
    };
    const id = questionOf(await send());
    expect(questionOf(await send())).toBe(id);
    await settle(asking, id, 'allow');
    for (let time = 0; time < 2; time += 1)
      expect(await send()).toMatchObject({ ok: true, warnings: [DONE] });
    expect(await asking.text(HOME)).toBe(`${before}\nAsked for`);
    expect(await send({ ...append.params, content: 'Other' })).toMatchObject({
      code: 'idempotency_conflict',
    });
  });
});

describe('a client that asks at night', () => {
  const NOTES = Array.from({ length: 10 }, (_, index) => `Note ${index}.md`);
  const before = (index: number): string => `Note ${index}\n\nText.\n`;
  const after = (text: string): string => text.replace('Text.', 'Changed.');

  test('is answered next morning in any order, and nothing runs that was not shown', async () => {
    const ahead = clockAhead(THIS_TEST);
    const revoked = makeKey('b');
    const asking = await serveAway({ askFirst: ['cli-bridge:edit'] });
    asking.bridge.setKeys([asking.record, revoked.record]);
    const keyOf = (index: number): string => (index < 8 ? asking.key : revoked.key);
    const ids: string[] = [];
    for (const [index, path] of NOTES.entries()) {
      await write(asking, path, before(index));
      const params = { path, old: 'Text.', new: 'Changed.' };
      const ifRevision = index === 3 ? { ifRevision: revisionOf(before(index)) } : {};
      const call = { command: 'cli-bridge:edit', params, ...ifRevision } as CallGiven;
      ids.push(questionOf(await run(asking, 'rest', call, keyOf(index))));
    }
    ahead(8 * HOUR_MS);
    // Somebody works on the notes, and takes the second client's key away.
    const theirs = (index: number): string => `Theirs\n\n${before(index)}`;
    for (const index of [2, 3, 5]) await write(asking, NOTES[index] ?? '', theirs(index));
    const other = await opened(asking, ids[9] ?? '');
    asking.bridge.setKeys([asking.record]);
    other.answer('allow');
    await other.done;
    // Allowed as it was; denied; put off.
    await settle(asking, ids[7] ?? '', 'allow');
    await settle(asking, ids[0] ?? '', 'deny');
    await settle(asking, ids[6] ?? '', 'later');
    // The note has changed since the call: the text of the morning is shown, and that is what is changed.
    const fresh = await opened(asking, ids[2] ?? '');
    expect(fresh.request.calls[0]?.difference).toMatchObject({ before: theirs(2), after: after(theirs(2)) });
    fresh.answer('allow');
    await fresh.done;
    // The call was for a text that is gone: there is nothing to ask.
    const count = asking.person.asked.length;
    await asking.bridge.openQuestion(ids[3] ?? '');
    expect(asking.person.asked).toHaveLength(count);
    // The note changes between the look and the answer.
    const looked = await opened(asking, ids[4] ?? '');
    await write(asking, NOTES[4] ?? '', theirs(4));
    looked.answer('allow');
    await looked.done;
    // The text to change is no longer in the note.
    await write(asking, NOTES[5] ?? '', 'Rewritten\n');
    const useless = await opened(asking, ids[5] ?? '');
    expect(useless.request.calls[0]?.difference).toMatchObject({
      before: 'Rewritten\n',
      after: 'Rewritten\n',
    });
    useless.answer('allow');
    await useless.done;

    expect(states(await questions(asking))).toEqual([
      ...['denied', 'waiting', 'allowed', 'gone', 'failed'],
      ...['failed', 'waiting', 'allowed', 'gone', 'gone'],
    ]);
    const codes = (await questions(asking)).map(({ answer }) => answer?.code);
    expect([3, 4, 5, 8, 9].map((index) => codes[index])).toEqual([
      ...['revision_conflict', 'revision_conflict', 'text_not_found'],
      ...['unauthorized', 'unauthorized'],
    ]);
    // The app is closed, with a question on the screen and one that waits.
    const open = await opened(asking, ids[1] ?? '');
    await asking.bridge.stop(0);
    open.answer('allow');
    await open.done;
    await asking.bridge.openQuestion(ids[6] ?? '');
    const texts = await Promise.all(NOTES.map((path) => asking.text(path)));
    expect(texts).toEqual([
      ...[before(0), before(1), after(theirs(2)), theirs(3), theirs(4)],
      ...['Rewritten\n', before(6), after(before(7)), before(8), before(9)],
    ]);
  });
});
