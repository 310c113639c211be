import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { legacyMessage, sendMessage } from '../kit/mcp-client';
import { runApp } from './running-app';

it('a guide for agents is made once, beside what is there, and named to clients', async (test) => {
  const running = await runApp(test);
  const { app, folder, text } = running;
  const { settings } = running.plugin.bridge;
  await writeFile(join(folder, 'agents.md'), 'about secret agents');
  await expect.poll(() => app.standIn.vault.getFileByPath('agents.md')).not.toBeNull();

  await app.runCommand('cli-bridge:write-guide');
  const path = 'Agents 1.md';
  expect([settings.current.guideNote, app.standIn.workspace.activePath]).toEqual([path, path]);
  const guide = await text(path);
  for (const part of ['Folders', 'Tags', 'Names and links', 'Never touch'])
    expect(guide).toContain(`## ${part}`);
  expect(await text('agents.md')).toBe('about secret agents');

  const { url, key } = running.client();
  const clientInfo = { name: 'test', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await sendMessage(new URL('/mcp', url), legacyMessage('initialize', hello), { headers });
  expect(body.result?.['instructions']).toContain(`Read path="${path}" before the first change`);

  await writeFile(join(folder, path), 'my own rules');
  app.standIn.workspace.activePath = 'agents.md';
  await app.runCommand('cli-bridge:connect-client');
  const inside = (element: Element): Element[] => [element, ...Array.from(element.children).flatMap(inside)];
  const shown = app.openModal ? inside(app.openModal.containerEl) : [];
  const button = shown.find(
    ({ tagName, textContent }) => tagName === 'button' && textContent === 'Write a guide',
  );
  (button as HTMLElement | undefined)?.click();
  await expect.poll(() => app.standIn.workspace.activePath).toBe(path);
  expect(await text(path)).toBe('my own rules');

  await settings.change({ guideNote: 'Meta/Rules.md' });
  await app.runCommand('cli-bridge:write-guide');
  expect(await text('Meta/Rules.md')).toBe(guide);
  for (const [change, said] of [
    [{ guideNote: '.hidden/Rules.md' }, 'Check the path under "Guide for agents"'],
    [{ defaultVault: running.otherVault }, `Clients work in the vault ${running.otherVault}.`],
  ] as const) {
    await settings.change(change);
    await app.runCommand('cli-bridge:write-guide');
    expect(app.noticeTexts.at(-1)).toContain(said);
  }
});
