/**
 * Starts the real app with the plugin, and runs the checks of `npm run check:app` and those that only work from inside the
 * app. Needs `npm run build` and the packages that .github/workflows/app.yml installs. NOT YET RUN: it was written without
 * an app to try it on.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startWdioSession } from 'wdio-obsidian-service';
import { BridgeClient } from './app/bridge-client.mjs';
import { checksFor, runChecks, Skipped } from './app/checks.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ID = 'cli-bridge';
const URL_OF_BRIDGE = 'http://127.0.0.1:27124';
const WAIT_MS = 60_000;
const HIDDEN_MS = 10_000;

/** Waits until a condition holds. An error counts as not yet. */
async function until(what, holds) {
  const end = Date.now() + WAIT_MS;
  while (!(await Promise.resolve(holds()).catch(() => false))) {
    assert.ok(Date.now() < end, `Waited in vain until ${what}.`);
    await sleep(250);
  }
}

const inApp = (browser, act, ...given) => browser.executeObsidian(act, ...given);
const keyOf = (browser) => inApp(browser, ({ app }) => app.secretStorage.getSecret('cli-bridge-api-key'));
const isServed = () => new BridgeClient(URL_OF_BRIDGE, '').health().then(() => true);
const isFree = () =>
  isServed().then(
    () => false,
    (error) => error.code === 'ECONNREFUSED',
  );

function insideChecks(browser, bridge, isNative) {
  const page = browser.getObsidianPage();
  const mustBeNative = () => {
    if (!isNative) throw new Skipped('this installer comes without the CLI');
  };
  return [
    [
      'The plugin is turned off and on again: the port is freed, and the key stays',
      async () => {
        await page.disablePlugin(ID);
        await until('the port is free', isFree);
        await page.enablePlugin(ID);
        await until('it serves', isServed);
        assert.equal(await keyOf(browser), bridge.key);
      },
    ],
    [
      'The app reloads: it serves again at the same port',
      async () => {
        await inApp(browser, () => void (window.isBeforeReload = true));
        await browser.executeObsidianCommand('app:reload');
        await until('the window has reloaded', () =>
          inApp(browser, () => window.isBeforeReload === undefined),
        );
        await until('it serves', isServed);
      },
    ],
    [
      'The key is copied in the window of the settings',
      async () => {
        const main = await browser.getWindowHandle();
        await inApp(browser, ({ app }) => {
          app.setting.open();
          app.setting.openTabById('cli-bridge');
        });
        const isShown = async () => {
          for (const handle of await browser.getWindowHandles()) {
            await browser.switchToWindow(handle);
            if (await browser.$('.cli-bridge-key').isExisting()) return true;
          }
          return false;
        };
        await until('the settings are shown', isShown);
        await browser.$('[aria-label="Copy API key"]').click();
        await browser.switchToWindow(main);
        const clipboard = () => inApp(browser, () => window.require('electron').clipboard.readText());
        await until('the clipboard has the key', async () => (await clipboard()) === bridge.key);
        await inApp(browser, ({ app }) => app.setting.close());
      },
    ],
    [
      'A call while the window is minimized',
      async () => {
        mustBeNative();
        await browser.minimizeWindow();
        await sleep(HIDDEN_MS);
        const since = Date.now();
        await bridge.stdout('files', {}, ['total']);
        const ms = Date.now() - since;
        await browser.maximizeWindow();
        assert.ok(ms < 5_000, `It took ${ms} ms.`);
      },
    ],
    [
      'A call while a dialog is open',
      async () => {
        mustBeNative();
        await inApp(
          browser,
          ({ app, obsidian }) => void (window.openDialog = new obsidian.Modal(app)).open(),
        );
        await bridge.stdout('files', {}, ['total']);
        await inApp(browser, () => window.openDialog.close());
      },
    ],
    [
      'The app quits: the port is free',
      async () => {
        // The window closes while it answers.
        await inApp(browser, () => void window.setTimeout(() => window.close(), 100)).catch(() => undefined);
        await until('the port is free', isFree);
      },
    ],
  ];
}

function oldInstallerChecks(bridge) {
  return [
    [
      'An installer without the CLI is recognized, and the answer says what to do',
      async () => {
        const { cli } = await bridge.health();
        assert.equal(cli.state, 'installer_too_old');
        const { status, body } = await bridge.run('files');
        assert.equal(status, 503);
        assert.match(`${body.error} ${body.hint}`, /install/i);
      },
    ],
  ];
}

/** The first installer with the native client is 1.12.7. */
function hasClient(installer) {
  const [major, minor, patch] = installer.split('.').map(Number);
  return ([major - 1, minor - 12, patch - 7].find((difference) => difference !== 0) ?? 0) >= 0;
}

const [appVersion = 'latest', installerVersion = 'latest'] = process.argv.slice(2);
const browser = await startWdioSession({
  cacheDir: `${ROOT}.obsidian-cache`,
  capabilities: {
    browserName: 'obsidian',
    browserVersion: appVersion,
    'wdio:obsidianOptions': { installerVersion, plugins: [ROOT], vault: `${ROOT}src/standin/sample-vault` },
  },
});
let failures = 1;
try {
  await until('the bridge serves', isServed);
  const bridge = new BridgeClient(URL_OF_BRIDGE, await keyOf(browser));
  const isNative = installerVersion === 'latest' || hasClient(installerVersion);
  process.stdout.write(`App ${appVersion}, installer ${installerVersion}, ${process.platform}\n`);
  const { checks, cleanUp } = checksFor(bridge);
  const native = [...checks, ['The notes of these checks are deleted', cleanUp]];
  const outside = isNative ? native : oldInstallerChecks(bridge);
  failures = await runChecks([...outside, ...insideChecks(browser, bridge, isNative)]);
} finally {
  await browser.deleteSession().catch(() => undefined);
}
process.exit(failures === 0 ? 0 : 1);
