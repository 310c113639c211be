import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { until } from '../kit/until';
import type { EnvelopeAnswer } from '../kit/http-client';
import type { Modal } from '../obsidian/modal';
import { groupScope } from '../kit/test-scope';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const HOME = 'Home.md';
const scope = groupScope();
let running: RunningApp;

afterEach(async () => {
  expect(await running.unload()).toEqual([]);
});

const append = (): Promise<EnvelopeAnswer> =>
  running.client().post('append', { params: { path: HOME, content: 'Asked for' } });
const home = (): Promise<string> => readFile(join(running.folder, HOME), 'utf8');

/** An element of the app, with or without a document. */
interface AnyElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<AnyElement>;
  readonly disabled?: boolean;
  click(): void;
}

function buttonsIn(modal: Modal): AnyElement[] {
  const within = (element: AnyElement): AnyElement[] => {
    const below = Array.from(element.children).flatMap(within);
    return element.tagName.toLowerCase() === 'button' ? [element, ...below] : below;
  };
  return within(modal.modalEl as unknown as AnyElement);
}

/** Waits for a dialog with this title that can be answered. */
async function dialog(title: string): Promise<Modal> {
  await until(`the dialog "${title}"`, () => {
    const open = running.app.openModal;
    return open?.titleEl.textContent === title && buttonsIn(open).every(({ disabled }) => !disabled);
  });
  return running.app.openModal as Modal;
}

async function choose(title: string, name: string): Promise<void> {
  const button = buttonsIn(await dialog(title)).find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`The dialog has no button "${name}"`);
  button.click();
}

const TITLE = 'A client with your API key wants to add text to Home.md';

it('the built plugin asks in the app, and runs what is allowed', async () => {
  running = await runApp(scope, { settings: { askFirst: ['append'] } });
  const before = await home();
  const denied = append();
  await choose(TITLE, 'Deny');
  expect((await denied).envelope).toMatchObject({ ok: false, code: 'denied_by_user' });
  expect(await home()).toBe(before);
  const allowed = append();
  await choose(TITLE, 'Allow additions to notes with your API key for 10 minutes');
  expect((await allowed).envelope).toMatchObject({ ok: true });
  expect((await append()).envelope).toMatchObject({ ok: true });
  expect((await home()).match(/Asked for/g)).toHaveLength(2);
  expect(running.app.openModal).toBeUndefined();
});

it('a paused client is refused over a restart, until it is resumed', async () => {
  running = await runApp(scope, { settings: { askFirst: ['append'] } });
  const paused = append();
  await choose(TITLE, 'Deny and pause this client');
  expect((await paused).envelope).toMatchObject({ code: 'denied_by_user' });
  expect(running.app.noticeTexts).toContain(
    'The client is paused. You can resume it in the CLI Bridge settings.',
  );
  expect((await append()).envelope).toMatchObject({ code: 'client_paused' });
  await running.crash();
  expect((await append()).envelope).toMatchObject({ code: 'client_paused' });
  running.plugin.bridge.paused.resume('owner');
  const asked = append();
  await choose(TITLE, 'Deny');
  expect((await asked).envelope).toMatchObject({ code: 'denied_by_user' });
});

it('shows the difference of an edit as the note is now', async () => {
  running = await runApp(scope, { settings: { askFirst: ['cli-bridge:edit'] } });
  const before = await home();
  const [old = ''] = before.split('\n').filter((line) => line.startsWith('# '));
  const edited = running
    .client()
    .post('cli-bridge:edit', { params: { path: HOME, old, new: `${old} again` } });
  const title = 'A client with your API key wants to edit Home.md';
  const { contentEl } = await dialog(title);
  expect(contentEl.textContent).toContain(old);
  expect(contentEl.textContent).toContain(`${old} again`);
  await choose(title, 'Allow');
  expect((await edited).envelope).toMatchObject({ ok: true });
  expect(await home()).toBe(before.replace(old, `${old} again`));
});

it('shows the difference that an undo makes in another vault', async () => {
  running = await runApp(scope, { settings: { askFirst: ['cli-bridge:undo'] } });
  const other = await running.openOther();
  await writeFile(join(other.folder, 'Plan.md'), 'water the garden\n');
  const edit = { params: { path: 'Plan.md', old: 'garden', new: 'roses' } };
  const edited = await running.client().post('cli-bridge:edit', { vault: running.otherVault, ...edit });
  expect(edited.envelope).toMatchObject({ ok: true });
  const undone = running.client().post('cli-bridge:undo', { params: { id: 'last' } });
  const title = 'A client with your API key wants to undo a change';
  const { contentEl } = await dialog(title);
  expect(contentEl.textContent).toContain('water the roses');
  expect(contentEl.textContent).toContain('water the garden');
  await choose(title, 'Allow');
  expect((await undone).envelope).toMatchObject({ ok: true });
  expect(await other.text('Plan.md')).toBe('water the garden\n');
  await other.unload();
});

it('the plugin is unloaded meanwhile: the dialog is gone at once, and nothing is run', async () => {
  running = await runApp(scope, { settings: { askFirst: ['append'] } });
  const before = await home();
  const waiting = append();
  await dialog(TITLE);
  expect(await running.unload()).toEqual([]);
  expect((await waiting).envelope).toMatchObject({ code: 'stopping' });
  expect(await home()).toBe(before);
});

it('the setting is changed meanwhile: the dialog closes, and the call is refused', async () => {
  running = await runApp(scope, { settings: { askFirst: ['append'] } });
  const waiting = append();
  const shown = await dialog(TITLE);
  await running.app.runCommand('cli-bridge:toggle-read-only');
  expect((await waiting).envelope).toMatchObject({ code: 'read_only' });
  expect(shown.isOpen).toBe(false);
});
