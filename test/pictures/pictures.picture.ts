import { statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import { THIS_TEST } from '../kit/test-scope';
import { PageBrowser } from '../obsidian/page';
import { Camera } from './camera';
import { movingPng } from './moving-png';
import { pictureFile, THEMES, WORDS_FILE } from './pictures';
import type { Words } from './pictures';
import {
  closeSettings,
  openDesk,
  openPage,
  openSettings,
  SCALE,
  tellStory,
  wordsOf,
  wordsOfPage,
} from './scenes';

/** Of a still picture. */
const MAX_BYTES = 200_000;

/** Between a row of the settings and the group before it. */
const MARGIN = 35;

test.each(THEMES)('the pictures, %s', async (theme) => {
  const desk = await openDesk(THIS_TEST, await PageBrowser.start(THIS_TEST), theme, DEFAULT_SETTINGS.port);
  const settings = await openSettings(desk);
  const words = { settings: await wordsOf(settings) };
  const { page: app } = desk.ui;
  const [all, rest] = [await settings.boundingBox(), await app.getByText('Interfaces').boundingBox()];
  if (!all || !rest) throw new Error('The settings are not shown.');
  const clip = { ...all, height: rest.y - MARGIN - all.y };
  await app.screenshot({ path: pictureFile('settings', theme), clip });
  await closeSettings(desk);

  const camera = new Camera(app, SCALE, async (dialog) => {
    await dialog.screenshot({ path: pictureFile('approval', theme) });
  });
  const story = await tellStory(desk, camera);
  writeFileSync(pictureFile('undo', theme), movingPng(camera.frames));

  const page = await openPage(desk);
  await page.screenshot({ path: pictureFile('page', theme) });
  const record: Words = { ...words, story, page: await wordsOfPage(page) };
  writeFileSync(WORDS_FILE, `${JSON.stringify(record, undefined, 2)}\n`);
  expect(desk.ui.errors).toEqual([]);
  for (const name of ['settings', 'approval', 'page'] as const)
    expect(statSync(pictureFile(name, theme)).size).toBeLessThan(MAX_BYTES);
});
