import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ChangeList } from '../../../../src/bridge/notes/changes/change-list';
import type { MadeChange, NoteStep } from '../../../../src/bridge/notes/made-change';
import { oneTextStore } from '../../../kit/one-text-store';
import { serveNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { groupScope } from '../../../kit/test-scope';

const store = oneTextStore('now');
const HOUR_MS = 3_600_000;

let vault: NoteVault;

/** Noon of today and of two days before, in this machine's time zone. */
const NOON = new Date(new Date().setHours(12, 0, 0, 0)).getTime();

function dayOf(time: number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

const step = (path: string, before?: string, after?: string): NoteStep => ({
  ...{ store, vault: 'sample-vault', path, before, after },
});
const moved = (from: string, path: string): NoteStep => ({ store, vault: 'sample-vault', path, from });

beforeAll(async () => {
  const changes = new ChangeList();
  vault = await serveNotes(groupScope(), { store: 'own', changes });
  vi.useFakeTimers({ toFake: ['Date'] });
  const add = (time: number, name: string, command: string, made: MadeChange): string => {
    vi.setSystemTime(time);
    return changes.add(made, { key: { id: name.toLowerCase(), name }, command });
  };
  const long = NOON - 48 * HOUR_MS;
  add(long, 'Zed', 'create', { steps: [step('Old *days*.md', undefined, 'a secret\n')] });
  add(NOON - 60_000, 'Claude Code', 'append', { steps: [step('Garden.md', 'a\n', 'a\nb\nc\n')] });
  add(NOON - 50_000, 'Claude Code', 'append', { steps: [step('Garden.md', 'a\nb\nc\n', 'a\nb\n')] });
  add(NOON - 40_000, 'Claude Code', 'move', { steps: [moved('Garden.md', 'Archive/Garden.md')] });
  add(NOON - 30_000, 'Claude Code', 'cli-bridge:replace', {
    steps: [step('One.md', 'x', 'y'), step('Two#.md', 'x', 'y')],
  });
  const taken = add(NOON - 20_000, 'Zed', 'append', { steps: [step('Taken back.md', 'x', 'y')] });
  add(NOON - 10_000, 'Zed', 'cli-bridge:undo', { steps: [step('Taken back.md', 'y', 'x')], undoes: [taken] });
  add(NOON - 5_000, 'Zed', 'delete', { steps: [step('Old *days*.md', 'a secret\n')] });
  add(NOON - 4_000, 'Zed', 'create', { steps: [step('Draft.md', undefined, 'x')] });
  add(NOON - 3_000, 'Zed', 'delete', { steps: [step('Draft.md')], why: 'the file was erased' });
  vi.setSystemTime(NOON);
});

afterAll(() => void vi.useRealTimers());

const list = async (params: Readonly<Record<string, string>>) =>
  (await vault.client.get('cli-bridge:changes', params)).envelope;
const paths = async (params: Readonly<Record<string, string>>) =>
  ((await list(params)).data as { path: string }[]).map(({ path }) => path);

it('lists what was changed since a time or for as long, and by one client', async () => {
  expect(await paths({})).toHaveLength(10);
  for (const since of ['1d', '24h', dayOf(NOON), new Date(NOON - HOUR_MS).toISOString()])
    expect([since, (await paths({ since })).length]).toEqual([since, 9]);
  expect(await paths({ since: '48h', client: 'zed' })).toEqual([
    ...['Draft.md', 'Draft.md', 'Old *days*.md', 'Taken back.md', 'Taken back.md', 'Old *days*.md'],
  ]);
  expect(await paths({ client: 'Claude Code', limit: '1' })).toEqual(['One.md']);
  expect((await list({ client: 'nobody' })).stdout).toBe('No changes.\n');
});

it.each(['yesterday', '7', '7w', '-1d', '2026-13-01', '12:00', ' '])('refuses since=%j', async (since) => {
  const { code, error } = await list({ since });
  expect([code, error]).toEqual(['invalid_parameter', expect.stringContaining('7d or 12h')]);
});

it('summarizes for people, by day and client, without the text of a note', async () => {
  const { stdout, data } = await list({ format: 'markdown' });
  expect(data).toBeUndefined();
  expect(stdout).toBe(
    [
      `## ${dayOf(NOON)}`,
      '',
      '### Zed, 3 calls',
      '',
      '- Draft.md: new, permanently deleted, +1 -0, 2 calls',
      '- Old \\*days\\*.md: moved to the trash, +0 -1, 1 call',
      '',
      '### Claude Code, 4 calls',
      '',
      '- Two\\#.md: +1 -1, 1 call',
      '- [[One]]: +1 -1, 1 call',
      '- [[Archive/Garden]]: moved from Garden.md, +2 -1, 3 calls',
      '',
      `## ${dayOf(NOON - 48 * HOUR_MS)}`,
      '',
      '### Zed, 1 call',
      '',
      '- [[Old *days*]]: new, +1 -0, 1 call',
      '',
    ].join('\n'),
  );
  expect((await list({ format: 'markdown', limit: '1' })).stdout).toMatch(
    /^## .*\n\n### Zed, 1 call\n\n- Draft/,
  );
});
