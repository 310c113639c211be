import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalAnswer } from '../../../../src/bridge/call/approval/approval-port';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { INTERFACES, run, serveAsking } from '../../../kit/asking';
import type { Answer, Asking, CallGiven } from '../../../kit/asking';
import { jsonCall } from '../../../kit/http-client';
import { groupScope } from '../../../kit/test-scope';

const PATH = 'Parts.md';
const LINES = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`);
const BEFORE = `${LINES.join('\n')}\n`;
const AFTER = BEFORE.replace('Line 3\n', 'Three\n')
  .replace('Line 10\n', '')
  .replace('Line 18\n', 'Line 18\nMore\n');
/** Without the second of three hunks. */
const PART = BEFORE.replace('Line 3\n', 'Three\n').replace('Line 18\n', 'Line 18\nMore\n');
const KEPT = { of: 3, made: 2, left: [10] };
const overwrite = (content = AFTER): CallGiven => ({
  command: 'create',
  params: { path: PATH, content },
  flags: ['overwrite'],
});

const scope = groupScope();
let asking: Asking;

beforeAll(async () => {
  asking = await serveAsking(scope, { askFirst: ['create', 'append', 'cli-bridge:edit', 'cli-bridge:undo'] });
});

const write = (text: string, path = PATH): Promise<void> => writeFile(join(asking.folder, path), text);

/** Makes a call, and answers its question. @param meanwhile done between the look and the answer */
async function answered(
  call: CallGiven,
  answer: ApprovalAnswer,
  { through = 'rest', meanwhile }: { through?: 'rest' | 'mcp'; meanwhile?: () => Promise<unknown> } = {},
): Promise<Answer> {
  const count = asking.person.asked.length + 1;
  const result = run(asking, through, call);
  const question = await asking.person.nth(count);
  await meanwhile?.();
  question.answer(answer);
  return result;
}

describe('a change of which the user leaves a part out', () => {
  test.each(INTERFACES)('is made as it was shown, and says so, over %s', async (through) => {
    await write(BEFORE);
    const answer = await answered(overwrite(), { hunks: [0, 2] }, { through });
    expect(answer).toMatchObject({
      ok: true,
      warnings: ['The user kept 2 of 3 changes.'],
      data: { kept: KEPT },
    });
    expect(await asking.text(PATH)).toBe(PART);
    // What was left out can be applied to the note as it is now, and what was applied can be undone.
    const rest = { command: 'cli-bridge:edit', params: { path: PATH, old: 'Line 10\n', new: '' } };
    expect(await answered(rest, 'allow')).toMatchObject({ ok: true });
    expect(await asking.text(PATH)).toBe(AFTER);
    for (const text of [PART, BEFORE]) {
      const undo = { command: 'cli-bridge:undo', params: { id: 'last' } };
      expect(await answered(undo, 'allow')).toMatchObject({ ok: true });
      expect(await asking.text(PATH)).toBe(text);
    }
  });

  test('can be any edit', async () => {
    await write(BEFORE);
    const edit = {
      command: 'cli-bridge:edit',
      params: { path: PATH, old: 'Line 1', new: 'Row 1' },
      flags: ['all'],
    };
    const { request } = await shownFor(edit);
    expect(request.calls[0]?.choices?.length).toBeGreaterThan(2);
    expect(await answered(edit, { hunks: [0] })).toMatchObject({
      data: { kept: { of: 2, made: 1, left: [10] } },
    });
    expect(await asking.text(PATH)).toBe(BEFORE.replace('Line 1\n', 'Row 1\n'));
  });

  async function shownFor(call: CallGiven) {
    const count = asking.person.asked.length + 1;
    const result = run(asking, 'rest', call);
    const question = await asking.person.nth(count);
    question.answer('deny');
    await result;
    return question;
  }

  test('all of it is a usual change, and none of it is a refusal', async () => {
    await write(BEFORE);
    const all = await answered(overwrite(), { hunks: [0, 1, 2] });
    expect(all).toMatchObject({ ok: true, data: { path: PATH } });
    expect(all).not.toHaveProperty('data.kept');
    expect(await asking.text(PATH)).toBe(AFTER);
    await write(BEFORE);
    expect(await answered(overwrite(), { hunks: [] })).toMatchObject({ code: 'denied_by_user' });
    expect(await asking.text(PATH)).toBe(BEFORE);
  });

  test.each<[string, string]>([
    ['another text', BEFORE.replace('Line 7', 'Theirs')],
    ['one without the last line break, which has the same revision', BEFORE.slice(0, -1)],
  ])('is made in no other note than was shown: now it has %s', async (_what, theirs) => {
    await write(BEFORE);
    const meanwhile = (): Promise<void> => write(theirs);
    const answer = await answered(overwrite(), { hunks: [0] }, { meanwhile });
    expect(answer).toMatchObject({ ok: false, code: 'revision_conflict' });
    expect(await asking.text(PATH)).toBe(theirs);
  });

  test('another client changes the note between look and answer: its change stays, and nothing else happens', async () => {
    await write(BEFORE);
    const other = { command: 'prepend', params: { path: PATH, content: 'Theirs' } };
    const meanwhile = () => run(asking, 'rest', other, asking.key);
    const answer = await answered(overwrite(), { hunks: [1] }, { meanwhile });
    expect(answer).toMatchObject({ code: 'revision_conflict' });
    expect(await asking.text(PATH)).toBe(`Theirs\n${BEFORE}`);
  });

  test('the note is gone, or the revision is another', async () => {
    await write(BEFORE);
    const meanwhile = () => run(asking, 'rest', { command: 'delete', params: { path: PATH } }, asking.key);
    expect(await answered(overwrite(), { hunks: [1] }, { meanwhile })).toMatchObject({
      code: 'revision_conflict',
    });
    expect(await asking.isThere(PATH)).toBe(false);
    await write(BEFORE);
    const call = { ...overwrite(), ifRevision: revisionOf(BEFORE) } as CallGiven;
    expect(await answered(call, { hunks: [0, 2] })).toMatchObject({ ok: true, data: { kept: KEPT } });
    expect(await asking.text(PATH)).toBe(PART);
  });

  test('nothing to choose from: one place, a new note, an undo, several calls', async () => {
    await write(BEFORE);
    const one = { command: 'append', params: { path: PATH, content: 'One' } };
    const fresh = { command: 'create', params: { path: 'Fresh.md', content: 'One\nTwo' } };
    for (const call of [one, fresh]) expect((await shownFor(call)).request.calls[0]?.choices).toBeUndefined();
    expect(await answered(overwrite(), 'allow')).toMatchObject({ ok: true });
    const undo = await shownFor({ command: 'cli-bridge:undo', params: { id: 'last' } });
    expect(undo.request.calls[0]?.difference).toMatchObject({ before: AFTER, after: BEFORE });
    expect(undo.request.calls[0]?.choices).toBeUndefined();
    await write(BEFORE);
    const count = asking.person.asked.length + 1;
    const batch = asking.client.request('/api/v1/batch', jsonCall('POST', { calls: [overwrite(), one] }));
    const { request, answer } = await asking.person.nth(count);
    expect(request.calls.map(({ choices }) => choices)).toEqual([undefined, undefined]);
    // Not even if a host took it for granted.
    answer({ hunks: [0] });
    expect((await batch).envelope.ok).toBe(false);
    expect(await asking.text(PATH)).toBe(BEFORE);
  });
});
