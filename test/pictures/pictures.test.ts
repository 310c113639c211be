import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../manifest.json';
import { groupScope } from '../kit/test-scope';
import { hasChromium, PageBrowser } from '../obsidian/page';
import { readMovingPng } from './moving-png';
import { pictureFile, THEMES, WORDS_FILE } from './pictures';
import type { Words } from './pictures';
import { closeSettings, openDesk, openPage, openSettings, tellStory, wordsOf, wordsOfPage } from './scenes';

const words = JSON.parse(readFileSync(WORDS_FILE, 'utf8')) as Words;

/** What to do when one of these fails. */
const AGAIN = 'Run `npm run pictures` and look at the pictures.';

test('the pictures show this version', () => {
  expect(words.page.join('\n'), AGAIN).toContain(`CLI Bridge ${manifest.version},`);
});

test.each(THEMES)('the moving picture plays for some seconds and loads quickly, %s', (theme) => {
  const bytes = readFileSync(pictureFile('undo', theme));
  const { width, frames, ms } = readMovingPng(bytes);
  expect(bytes.length).toBeLessThan(3_000_000);
  expect(width).toBeGreaterThanOrEqual(400);
  expect(frames).toBeGreaterThan(1);
  expect(ms).toBeGreaterThanOrEqual(3_000);
  expect(ms).toBeLessThanOrEqual(60_000);
});

describe.skipIf(!hasChromium())('the words in the pictures', () => {
  const scope = groupScope();

  test('are those that are shown now', async () => {
    const desk = await openDesk(scope, await PageBrowser.start(scope), 'light');
    const settings = await wordsOf(await openSettings(desk));
    await closeSettings(desk);
    const story = await tellStory(desk, {
      show: () => Promise.resolve(),
      asked: () => Promise.resolve(),
      click: (button) => button.click(),
    });
    const page = await wordsOfPage(await openPage(desk));
    expect({ settings, story, page } satisfies Words, AGAIN).toEqual(words);
  });
});
