import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';
import { hasChromium, PageBrowser } from '../obsidian/page';
import type { OpenedPage } from '../obsidian/page';
import { exactText } from './exact-text';
import type { KeptWindow } from './kept-changes';

const entry = fileURLToPath(new URL('kept-changes.ts', import.meta.url));

/** Opens a page in this profile, as often as it is called. */
async function openIn(profile: string): Promise<OpenedPage> {
  return (await PageBrowser.startIn(profile)).openPage({ entry });
}

const said = (page: Page) => page.evaluate(() => (window as unknown as KeptWindow).said);
const fill = (page: Page, count: number, length: number) =>
  page.evaluate(([many, long]) => (window as unknown as KeptWindow).fill(many, long), [
    count,
    length,
  ] as const);
const open = (page: Page) => page.evaluate(() => (window as unknown as KeptWindow).open());
const textsOf = (page: Page, order: number) =>
  page.evaluate((which) => (window as unknown as KeptWindow).textsOf(which), order);

/** For people who want to know: shown when the variable TIMES is set. */
function show(what: string, { ms, longest }: { readonly ms: number; readonly longest: number }): void {
  if (process.env['TIMES'])
    process.stderr.write(`${what}: ${Math.round(ms)} ms, stalled for ${Math.round(longest)} ms at most\n`);
}

describe.skipIf(!hasChromium())('the database of a real browser', () => {
  it('keeps many changes over a restart, byte for byte, and removes what it is told to', async () => {
    const profile = await makeFolder(THIS_TEST);
    const [count, length] = [5_000, 10_000];
    const first = await openIn(profile);
    expect((await open(first.page)).orders).toEqual([]);
    show('Nothing at all', await first.page.evaluate(() => (window as unknown as KeptWindow).wait(1_000)));
    show(`Writing ${count} changes of 10 KB, before and after`, await fill(first.page, count, length));
    await first.page.evaluate(() => (window as unknown as KeptWindow).kept.close());
    await first.close();

    const second = await openIn(profile);
    const { page } = second;
    const opened = await open(page);
    show('Opening them', opened);
    expect(opened.orders).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    for (const order of [1, 2_500, count])
      expect(await textsOf(page, order)).toEqual([exactText(order, length), exactText(-order, length)]);
    const isDone = await page.evaluate(() => (window as unknown as KeptWindow).kept.write([], [1, 2]));
    expect([isDone, await textsOf(page, 1), (await open(page)).orders?.[0]]).toEqual([true, undefined, 3]);
    await page.evaluate(() => (window as unknown as KeptWindow).kept.erase());
    expect([(await open(page)).orders, await said(page)]).toEqual([[], []]);
    await second.close();
  });

  it('begins anew when it is damaged, stops when it is full, and leaves a newer one as it is; each said once', async () => {
    const profile = await makeFolder(THIS_TEST);
    const opened = await openIn(profile);
    const { page } = opened;
    const inDatabase = (version: number, act: 'damage' | 'count') =>
      page.evaluate(([given, what]) => (window as unknown as KeptWindow).inDatabase(given, what), [
        version,
        act,
      ] as const);
    await fill(page, 3, 10);
    await inDatabase(1, 'damage');
    expect((await open(page)).orders).toEqual([]);
    expect(await said(page)).toEqual([expect.stringContaining("couldn't be read")]);
    await fill(page, 3, 10);
    expect(await textsOf(page, 3)).toEqual([exactText(3, 10), exactText(-3, 10)]);

    // Chromium's own limit can't be lowered for it.
    const setFull = (isFull: boolean) =>
      page.evaluate((given) => (window as unknown as KeptWindow).setFull(given), isFull);
    await setFull(true);
    await expect(fill(page, 10, 10)).rejects.toThrow('Not written.');
    await expect(fill(page, 10, 10)).rejects.toThrow('Not written.');
    expect((await said(page)).slice(1)).toEqual([expect.stringContaining('out of space')]);
    expect((await open(page)).orders).toEqual([1, 2, 3]);
    await setFull(false);

    await page.evaluate(() => (window as unknown as KeptWindow).kept.close());
    expect(await inDatabase(2, 'count')).toBe(3);
    expect((await open(page)).orders).toBeUndefined();
    expect((await open(page)).orders).toBeUndefined();
    expect((await said(page)).slice(2)).toEqual([expect.stringContaining('newer version')]);
    expect(await inDatabase(2, 'count')).toBe(3);
    await page.evaluate(() => (window as unknown as KeptWindow).kept.erase());
    expect((await open(page)).orders).toEqual([]);
    await opened.close();
  });
});
