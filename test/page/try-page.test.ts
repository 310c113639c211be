import { execFile, spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { attempt, EVIL, startBrowser } from '../attack/browser';
import type { Browser } from '../attack/browser';
import { send } from '../kit/http-client';
import { serveFake, TEST_KEY } from '../kit/bridge';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { accessibilityProblems, hasChromium } from '../obsidian/page';

const HTML = `<img src=x onerror="document.title='broken'"><b>bold</b>`;
const NASTY = `it's "quoted" \\n \\\\ $HOME \`id\` $(id) %PATH% !x ‘curly’ ünï 日本 🎉 a&b|c<d>;#{e} </script>\n\tline 2`;

/** Commands of a plugin that would be HTML. */
const HELP = `cat <<'END'
Commands:
  files                 List files
    total               - ${HTML}
  search                Search
    query=<text>        - Words (required)
  search:context        Search
    query=<text>        - Words (required)
  read                  Read
    path=<path>         - Path
  tags                  List tags
  append                Append
    content=<text>      - Text (required)
    path=<path>         - Path
  shelf:dust            ${HTML}
    room=<name>         - ${HTML} (required)
END`;
const BEHAVIOR = `case $command in
read) cat <<'END'
${HTML}
and a second line
END
;;
search:context) printf 'Error: %s\\n' 'The vault is busy.' ;;
append) echo 'Appended to: a.md' ;;
shelf:dust) echo dusted ;;
*) echo "a.md" ;;
esac`;

const scope = groupScope();
let served: Awaited<ReturnType<typeof serveFake>>;
let url = '';

beforeAll(async () => {
  served = await serveFake(
    scope,
    BEHAVIOR,
    { allowDangerousCommands: true, blockedCommands: ['tags'] },
    { help: HELP },
  );
  url = served.client.url;
  // After this the commands of the program are known.
  await served.client.post('shelf:dust', { params: { room: 'first' } });
});

const asked = (headers: OutgoingHttpHeaders = {}, method = 'GET', path = '/') =>
  send(url + path, { method, headers: { Accept: 'text/html,*/*;q=0.8', ...headers } });

describe('the answer at /', () => {
  it('is one page of at most 40 KB that loads nothing, and whose policy lets nothing else run', async () => {
    const { status, headers, text } = await asked();
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
    expect(text).not.toMatch(/\b(?:src|srcset|action|style|on[a-z]+)=|https?:|@import|url\(/i);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.match(/<style/g)).toHaveLength(1);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    } satisfies IncomingHttpHeaders);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
      expect(policy).toContain(`${name} 'none'`);
    for (const name of ['script', 'style'])
      expect(policy).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}-src 'sha256-[\\w+/]+={0,2}'$`)),
      );
    expect(policy).toContain("connect-src 'self'");
  });

  it('is the page only for a person on this computer, and for others what it always was', async () => {
    expect(
      (await asked({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' }))
        .status,
    ).toBe(200);
    expect(await asked({}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect((await asked({ Host: `[::1]:${new URL(url).port}` })).status).toBe(200);
    served.change({ allowedHosts: ['bridge.example'] });
    const isRefused = [
      asked({ Accept: '*/*' }),
      asked({ Accept: 'application/json' }),
      asked({ 'Sec-Fetch-Dest': 'iframe' }),
      asked({ 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'cross-site' }),
      asked({}, 'POST'),
      asked({ Host: 'bridge.example' }),
      asked({}, 'GET', '//'),
      asked({}, 'GET', '/index.html'),
    ];
    for (const { status, text } of await Promise.all(isRefused)) {
      expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, 'not_found']);
    }
    const rebound = await asked({ Host: 'evil.example' });
    expect([rebound.status, rebound.text.includes('host_not_allowed')]).toEqual([403, true]);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  it.skipIf(outside === undefined)('is not the page for a client that comes over the network', async () => {
    const wide = await serveFake(scope, BEHAVIOR, { bindAddress: '0.0.0.0' });
    const { port } = new URL(wide.client.url);
    for (const Host of [`${outside}:${port}`, `127.0.0.1:${port}`]) {
      const answer = await send(`http://${outside}:${port}/`, { headers: { Accept: 'text/html', Host } });
      expect([Host, answer.status]).toEqual([Host, 404]);
    }
    expect((await send(`${wide.client.url}/`, { headers: { Accept: 'text/html' } })).status).toBe(200);
  });
});

describe.skipIf(!hasChromium())('the page in a real browser', () => {
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser(scope);
    page = await browser.open(`${url}/`);
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      // The browser reports every refusal.
      if (message.type() === 'error' && !/status of 40[13]|net::ERR_FAILED/.test(message.text()))
        errors.push(message.text());
    });
    page.setDefaultTimeout(45_000);
    await page.reload();
    await page.getByText(/^Ready: CLI Bridge [\d.]+, Obsidian CLI/).waitFor();
  });
  afterAll(() => expect(errors).toEqual([]));

  const code = async (): Promise<string> => (await page.locator('.code').textContent()) ?? '';

  /** Chooses a command with the keyboard alone, from wherever it is. */
  async function choose(command: string): Promise<void> {
    await page.getByRole('searchbox', { name: 'Search commands' }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(command);
    await page.locator('#list a').first().getByText(command, { exact: true }).waitFor();
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.querySelector('code')?.textContent)) === command)
        break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: command, exact: true }).and(page.locator(':focus')).waitFor();
  }

  it('asks for the key before it sends anything, refuses a wrong one, and takes it out of the field', async () => {
    const before = (await served.cli.calls()).length;
    await choose('search');
    await page.getByLabel('query (required)').focus();
    await page.keyboard.type('kept');
    await page.keyboard.press('Enter');
    await page.getByText('Paste your API key first').waitFor();
    await page.getByText('Copy it from the terminal that runs CLI Bridge.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('key-field');
    await page.keyboard.type('not-the-key');
    await page.keyboard.press('Enter');
    await page.locator('#key-problem').getByText('The API key is wrong.', { exact: true }).waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    await page.getByLabel('API key').fill('the-key-for-te…');
    await page.keyboard.press('Enter');
    await page.getByText("This isn't an API key.").waitFor();
    expect(await page.locator('.code').textContent()).toContain('YOUR_KEY');
    await page.getByLabel('API key').fill('  ');
    await page.keyboard.press('Enter');
    await page.getByText('Paste your API key first').waitFor();
    await page.route('**/api/v1/*', (route) => route.abort());
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(TEST_KEY);
    await page.keyboard.press('Enter');
    await page.locator('#health').getByText("CLI Bridge isn't running, or Obsidian is closed.").waitFor();
    expect(await page.locator('#key-place').textContent()).toContain('terminal');
    await page.unroute('**/api/v1/*');
    await page.keyboard.press('Enter');
    await page.getByText('This page keeps your key').waitFor();
    await page.locator('#health').getByText('Ready').waitFor();
    expect(await page.locator('#key-field').inputValue()).toBe('');
    expect(await page.getByLabel('query (required)').inputValue()).toBe('kept');
    expect((await served.cli.calls()).length).toBe(before);
  });

  it('runs five commands by keyboard alone, and shows text as text', async () => {
    await choose('files');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // Whatever fields there are, Enter in one runs the command.
    await page.keyboard.press('Enter');
    await page.getByText('Done · HTTP 200').waitFor();

    await choose('read');
    await page.getByLabel('path', { exact: true }).focus();
    await page.keyboard.type('Odd.md');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Output' }).getByText(HTML).waitFor();

    await choose('search:context');
    await page.getByLabel('query (required)').focus();
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
    await page.getByText('Failed · HTTP 422').waitFor();
    await page.getByRole('region', { name: 'Error output' }).getByText('The vault is busy.').waitFor();

    await choose('append');
    await page.getByLabel('path', { exact: true }).focus();
    await page.keyboard.type('a.md');
    await page.getByLabel('content (required)').focus();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.getByRole('button', { name: 'Run' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Done · HTTP 200').waitFor();
    expect(await served.cli.calls()).toContainEqual(['append', 'path=a.md', 'content=one\ntwo']);

    await choose('shelf:dust');
    expect(await page.locator('.description').textContent()).toBe(HTML);
    await page.getByLabel('room (required)').focus();
    await page.keyboard.type(HTML);
    await page.keyboard.press('Enter');
    await page.getByText('Done · HTTP 200').waitFor();
    expect(
      await page.evaluate(() => [
        document.images.length,
        document.querySelectorAll('b').length,
        document.title,
      ]),
    ).toEqual([0, 0, 'CLI Bridge']);
    await page.getByText('Whole answer').press('Enter');
    await page.getByRole('region', { name: 'Whole answer' }).getByText('"exitCode": 0').waitFor();
  });

  it('begins with everyday commands', async () => {
    const start = await browser.open(`${url}/`);
    const links = start.getByRole('region', { name: 'Start with one of these' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(5);
    expect(await accessibilityProblems(start)).toEqual([]);
    await start
      .getByRole('link', { name: /^daily:append/ })
      .first()
      .press('Enter');
    await start.getByRole('heading', { name: 'daily:append' }).waitFor();
    expect(await start.getByText('Start with one of these').isVisible()).toBe(false);
    await start.close();
  });

  it('finds commands by the task, and says when there are none', async () => {
    const search = page.getByRole('searchbox', { name: 'Search commands' });
    await search.fill('jot something in the diary');
    await page.locator('#list a').first().getByText('daily:append').waitFor();
    await search.fill('qqqqq');
    await page.getByText('No commands found').waitFor();
  });

  it('takes either the path or the name of a note', async () => {
    await choose('read');
    await page.getByLabel('path', { exact: true }).fill('Odd.md');
    expect(await page.getByLabel('file', { exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('path', { exact: true }).fill('');
    expect(await page.getByLabel('file', { exact: true }).isDisabled()).toBe(false);
  });

  it('says at once that the bridge is gone', async () => {
    await choose('files');
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Run' }).press('Enter');
    await page.locator('.answer').getByText("CLI Bridge isn't running, or Obsidian is closed.").waitFor();
    await page.locator('#health').getByText("CLI Bridge isn't running, or Obsidian is closed.").waitFor();
    await page.unroute('**/api/v1/**');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.locator('#health').getByText('Ready').waitFor();
  });

  it('brings the answer into view', async () => {
    await page.setViewportSize({ width: 900, height: 400 });
    await choose('read');
    await page.getByLabel('path', { exact: true }).focus();
    await page.keyboard.type('Odd.md');
    await page.keyboard.press('Enter');
    const status = page.getByText('Done · HTTP 200');
    await until('the status of the answer is in view', async () => {
      const { y = -1, height = 0 } = (await status.boundingBox()) ?? {};
      return y >= 0 && y + height <= 400;
    });
  });

  it('says of a command that is off what to do about it', async () => {
    await choose('tags');
    await page.getByText('Off. Take it off "Blocked commands" in the CLI Bridge settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
    served.change({ blockedCommands: [] });
    // As when the user comes back from the settings.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await until('it can be run', () => page.getByRole('button', { name: 'Run' }).isEnabled());
    expect(await page.locator('.off').isVisible()).toBe(false);
  });

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 320],
    ['dark', 320],
  ] as const)('can be read, %s, %i px', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 1_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('keeps the key out of the address, of storage and of the code, which has it on request only', async () => {
    const where = await page.evaluate<string>(`JSON.stringify([
      location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, window.name,
    ]) + document.documentElement.outerHTML`);
    expect(where).not.toContain(TEST_KEY);
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    expect(await code()).toContain('Bearer YOUR_KEY');
    await page.getByLabel('Include my key').press('Space');
    expect(await code()).toContain(`Bearer ${TEST_KEY}`);
    await choose('files');
    expect(await code()).not.toContain(TEST_KEY);
    await page.getByLabel('Include my key').press('Space');
    await page.getByRole('button', { name: 'Forget key' }).press('Enter');
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(await page.content()).not.toContain(TEST_KEY);
  });

  it('runs with a key that is only typed, and tells if it is wrong', async () => {
    await choose('read');
    await page.getByLabel('path', { exact: true }).fill('Odd.md');
    await page.getByLabel('API key').fill('not-the-key');
    await page.getByLabel('path', { exact: true }).press('Enter');
    await page.getByText('The API key is wrong').waitFor();
    await page.getByLabel('API key').fill(TEST_KEY);
    await page.getByLabel('path', { exact: true }).press('Enter');
    await page.getByRole('region', { name: 'Output' }).getByText(HTML).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.getByRole('button', { name: 'Forget key' }).press('Enter');
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const LANGUAGES: [name: string, file: string, args: string[]][] = [
    ['curl (macOS, Linux)', 'sh', ['-c']],
    ['JavaScript', process.execPath, ['--input-type=module', '-e']],
    ...(hasPython ? [['Python', 'python3', ['-c']] satisfies [string, string, string[]]] : []),
  ];
  it('copies code that sends the same call, whatever is in it', async () => {
    await page.getByLabel('API key').fill(TEST_KEY);
    await page.keyboard.press('Enter');
    await page.getByText('This page keeps your key').waitFor();
    const seen: [string, string][] = [];
    for (const [command, parameter] of [
      ['search', 'query'],
      ['shelf:dust', 'room'],
    ] as const) {
      await choose(command);
      const field = page.getByLabel(`${parameter} (required)`);
      // A field of one line drops line breaks.
      const value = NASTY.replace('\n', ' ');
      await field.fill(value);
      await page.getByLabel('Include my key').check();
      const before = (await served.cli.calls()).length;
      for (const [language, file, args] of LANGUAGES) {
        await page.getByLabel('Language').selectOption(language);
        const { stdout } = await promisify(execFile)(file, [...args, await code()]);
        seen.push([`${command} ${language}`, stdout.includes('ok') ? 'ok' : stdout]);
      }
      const ran = (await served.cli.calls()).slice(before).filter((words) => words[0] === command);
      expect(ran).toEqual(LANGUAGES.map(() => [command, `${parameter}=${value}`]));
      await page.getByLabel('Language').selectOption('PowerShell');
      const literals = [...(await code()).matchAll(/'((?:[^'‘’‚‛]|['‘’‚‛]{2})*)'/g)].map(([, text = '']) =>
        text.replaceAll(/(['‘’‚‛])\1/g, '$1'),
      );
      const sent =
        command === 'search'
          ? new URLSearchParams({ query: value }).toString()
          : JSON.stringify({ params: { room: value } });
      expect(literals.some((text) => text.endsWith(sent))).toBe(true);
    }
    expect(seen.filter(([, result]) => result !== 'ok')).toEqual([]);
  });

  it('runs no script and loads nothing but itself, whatever gets into it', async () => {
    const blocked = await page.evaluate(async (evil) => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
      });
      const add = <Tag extends keyof HTMLElementTagNameMap>(
        tag: Tag,
        fill: (element: HTMLElementTagNameMap[Tag]) => void,
      ): void => {
        const element = document.createElement(tag);
        document.body.append(element);
        try {
          fill(element);
        } catch {
          seen.push(`${tag} refused`);
        }
      };
      const script = document.createElementNS('http://www.w3.org/1999/xhtml', 'script');
      script.append('window.ran = 1');
      document.body.append(script);
      add('style', (style) => style.append('body { display: none }'));
      add('img', (image) => (image.src = `${evil}/x.png`));
      add('iframe', (frame) => (frame.src = `${evil}/`));
      add('div', (text) => {
        if (!Reflect.set(text, 'innerHTML', '<b>html</b>')) throw new Error('refused');
      });
      add('a', (link) => link.setAttribute('onclick', 'window.ran = 1'));
      await window.fetch(`${evil}/`).catch(() => undefined);
      add('form', (form) => {
        form.action = `${evil}/`;
        form.method = 'POST';
        form.submit();
      });
      // Reports come in tasks of their own.
      const end = performance.now() + 10_000;
      while (!seen.some((name) => name === 'form-action') && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return { seen, ran: 'ran' in window, href: location.href, shown: document.body.checkVisibility() };
    }, browser.origin(EVIL));
    for (const name of [
      'style-src-elem',
      'img-src',
      'frame-src',
      'connect-src',
      'form-action',
      'div refused',
    ])
      expect(blocked.seen).toContain(name);
    expect(blocked).toMatchObject({ ran: false, shown: true });
    expect(blocked.href).toContain(url);
    errors.length = 0;
  });

  it('cannot be framed, read or scripted by another page, and not opened by another name', async () => {
    const other = await browser.openPage(EVIL);
    expect(await attempt(other, { kind: 'fetch', url: `${url}/`, method: 'GET' })).toMatch(/^blocked/);
    const seen = await other.evaluate(async (target) => {
      const frame = document.createElement('iframe');
      frame.src = target;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      try {
        return frame.contentDocument?.body.textContent ?? 'nothing';
      } catch (error) {
        return String(error);
      }
    }, `${url}/`);
    expect(seen).not.toContain('Search commands');
    for (const frame of other.frames().slice(1))
      expect(await frame.content()).not.toContain('Search commands');
    await other.goto(`http://${EVIL}:${new URL(url).port}/`);
    expect(await other.content()).toContain('host_not_allowed');
    await other.close();
  });
});
