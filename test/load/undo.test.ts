import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { batch, changeOf, listed, undo } from '../kit/changes';
import { serveNotes } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';

const PATH = 'Note.md';
const NOTE = '# Note\r\n\r\nfinal line';
/** Longer than the program takes, so it goes in place. */
const LONG = `${'long text \\n '.repeat(2_000)}end`;

/** Bytes of everything that is still in use. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe.each(['own', 'folders'] as const)('store: %s', (store) => {
  it('undoes a batch of 50 as a whole, and redoes it', async () => {
    const { client, text, write } = await serveNotes(THIS_TEST, { store });
    await write(PATH, NOTE);
    const path = (index: number): string => `Batch/${index}.md`;
    const create = (index: number) => ({
      command: 'create',
      params: { path: path(index), content: `${index}` },
    });
    const calls = [
      ...Array.from({ length: 24 }, (_, index) => create(index)),
      ...Array.from({ length: 23 }, (_, index) => ({
        command: 'append',
        params: { path: path(index), content: LONG },
      })),
      { command: 'move', params: { path: path(0), to: 'Batch/Moved.md' } },
      { command: 'append', params: { path: PATH, content: 'one more' } },
      { command: 'delete', params: { path: PATH } },
    ];
    const ids = await batch(client, calls);
    expect(new Set(ids).size).toBe(50);
    const [{ group } = { group: '' }, ...others] = await listed(client);
    expect(others.every((each) => each.group === group)).toBe(true);
    const undone = await undo(client, 'last');
    expect(undone.envelope.error).toBeUndefined();
    expect(await text(PATH)).toBe(NOTE);
    for (let index = 0; index < 24; index++) expect(await text(path(index))).toBeUndefined();
    expect(await text('Batch/Moved.md')).toBeUndefined();
    expect((await undo(client, changeOf(undone))).envelope.error).toBeUndefined();
    expect(await text(PATH)).toBeUndefined();
    expect(await text('Batch/Moved.md')).toBe(`0\n${LONG}`);
    expect(await text(path(23))).toBe('23');
    expect((await undo(client, group ?? '')).envelope.error).toBeUndefined();
    expect(await text(PATH)).toBe(NOTE);
  }, 60_000);
});

it('keeps 500 changes, and the texts of the newest that fit into 32 MiB', async () => {
  const { client, write } = await serveNotes(THIS_TEST, { store: 'own' });
  const path = (index: number): string => `Many/${index % 10}.md`;
  const text = 'x'.repeat(100_000);
  for (let index = 0; index < 10; index++) await write(path(index), text);
  const heap = heapUsed();
  for (let index = 0; index < 1_000; index++) {
    const params = { path: path(index), content: `${index}\\n${text}` };
    expect((await client.post('create', { params, flags: ['overwrite'] })).status).toBe(200);
  }
  expect(heapUsed() - heap).toBeLessThan(48 * 1024 * 1024);
  const changes = await listed(client, 500);
  expect(changes).toHaveLength(500);
  const kept = changes.filter(({ state }) => state !== 'expired').length;
  expect(kept).toBeGreaterThan(150);
  expect(kept).toBeLessThanOrEqual(Math.floor((32 * 1024 * 1024) / 200_000));
  expect(changes.slice(kept).every(({ state }) => state === 'expired')).toBe(true);
  const oldest = await undo(client, changes.at(-1)?.id ?? '');
  expect(oldest.envelope).toMatchObject({
    code: 'not_undoable',
    error: expect.stringContaining('expired') as string,
  });
  expect(await listed(client)).toHaveLength(50);
}, 120_000);
