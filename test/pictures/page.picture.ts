import { execFile } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import { makeFolder } from '../kit/folder';
import { StandaloneHost } from '../kit/standalone-host';
import { THIS_TEST } from '../kit/test-scope';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'docs/images');
const MAX_BYTES = 150_000;

test('the page to try the bridge, light and dark', async () => {
  const folder = await makeFolder(THIS_TEST);
  await promisify(execFile)(process.execPath, ['esbuild.config.mjs', folder], { cwd: ROOT });
  const standalone = join(folder, 'dist', 'standalone.mjs');
  const port = String(DEFAULT_SETTINGS.port);
  const host = StandaloneHost.start(THIS_TEST, { standalone }, ['--stand-in', '--port', port]);
  const url = await host.url();
  const key = /^export KEY=(\w+)$/m.exec(host.stdout)?.[1] ?? '';
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  THIS_TEST.onTestFinished(() => browser.close());
  mkdirSync(FOLDER, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      colorScheme: theme,
      viewport: { width: 980, height: 1_100 },
      deviceScaleFactor: 1,
    });
    await page.goto(`${url}/#outline`);
    await page.getByText(/^Ready/).waitFor();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('This page keeps your key').waitFor();
    await page.getByRole('searchbox').fill('note');
    await page.getByLabel('path', { exact: true }).fill('Home.md');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^Done/).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const file = join(FOLDER, `page-${theme}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
    await page.close();
  }
});
