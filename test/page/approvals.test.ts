import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest } from '../../src/bridge/call/approval/approval-port';
import { lineDifference } from '../../src/bridge/notes/line-difference';
import { accessibilityProblems, hasChromium, PageBrowser } from '../obsidian/page';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { Client } from '../kit/http-client';
import { openUi } from './opened-ui';
import type { OpenedUi } from './opened-ui';
import type { UiWindow } from './ui';

let ui: OpenedUi;

const button = (name: string): Locator => ui.page.getByRole('button', { name, exact: true });
const modal = (): Locator => ui.page.locator('.cli-bridge-approval');
const run = (command: string) => ui.call(`/api/v1/cli/${command}`);

/** A request as the bridge makes them. */
function requestWith(call: Partial<ApprovalRequest['calls'][number]>, more: Partial<ApprovalRequest> = {}) {
  return {
    client: 'Claude Code',
    userAgent: 'claude-code/2.1',
    interface: 'mcp',
    calls: [
      {
        command: 'create',
        effect: { words: 'create New.md', parameters: ['path'], flags: [] },
        effectNoun: 'new notes',
        summary: 'Creates a note from text or a template, or replaces one when told to overwrite.',
        vault: 'Garden',
        parameters: [],
        flags: [],
        risks: [],
        ...call,
      },
    ],
    mayAllowForAWhile: true,
    msLeft: 45_000,
    isKept: false,
    ...more,
  } satisfies ApprovalRequest;
}

/** Asks in the page, without a bridge. */
function ask(request: ApprovalRequest): Promise<ApprovalAnswer> {
  return ui.page.evaluate((given) => (window as unknown as UiWindow).askApproval(given), request);
}

describe.skipIf(!hasChromium())('the dialog that asks', () => {
  const scope = groupScope();

  beforeAll(async () => {
    ui = await openUi(scope, await PageBrowser.start(scope));
  });

  beforeEach(() => ui.reset({ askFirst: ['files', 'vault', 'vaults'] }));

  afterEach(() => {
    expect(ui.errors).toEqual([]);
  });

  afterAll(() => ui.close());

  it.each([
    ['Allow', 'files', 200],
    ['Allow calls of vaults with your API key for 10 minutes', 'vaults', 200],
    ['Deny', 'files', 403],
  ])('%s: %s, %i', async (name, command, status) => {
    const answered = run(command);
    await ui.page.getByText(`A client with your API key wants to run ${command}`).waitFor();
    await modal().getByText('Vault: Test vault · over REST').waitFor();
    await button(name).click();
    expect((await answered).status).toBe(status);
    await modal().waitFor({ state: 'detached' });
    const again = run(command);
    if (name === 'Allow calls of vaults with your API key for 10 minutes')
      expect((await again).status).toBe(200);
    else {
      await button('Deny').click();
      expect((await again).body.code).toBe('denied_by_user');
    }
  });

  it('is answered by nothing that was meant for what was there before', async () => {
    await ui.page.evaluate(() => {
      const field = document.body.createEl('textarea');
      field.id = 'note';
      field.focus();
    });
    const answered = run('files');
    await modal().waitFor();
    const isNew = await ui.page.evaluate(() => {
      for (const key of ['Enter', ' ', 'Escape']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }
      (document.activeElement as HTMLElement).click();
      document.querySelector<HTMLElement>('.modal-bg')?.click();
      return Array.from(document.querySelectorAll<HTMLButtonElement>('.cli-bridge-approval button')).every(
        (each) => each.disabled,
      );
    });
    expect(isNew).toBe(true);
    await until('the buttons work', () => button('Allow').isEnabled());
    // Held down, or pressed without a look: the focus is on the text, and not on a button.
    await ui.page.keyboard.press('Enter');
    await ui.page.keyboard.press('Space');
    expect(await modal().isVisible()).toBe(true);
    expect(await ui.page.locator(':focus').ariaSnapshot()).toMatch(
      /^- group "A client with your API key wants to run files"/,
    );
    await until('the buttons work', () => button('Allow').isEnabled());
    for (const name of [
      'Deny',
      'Allow calls of files with your API key for 10 minutes',
      'Allow',
      'Deny and pause this client',
    ]) {
      await ui.page.keyboard.press('Tab');
      expect(await ui.page.locator(':focus').textContent()).toBe(name);
    }
    await ui.page.keyboard.press('Shift+Tab');
    await ui.page.keyboard.press('Enter');
    expect((await answered).status).toBe(200);
    // The focus is back where it was.
    const focused = ui.page.locator(':focus');
    expect(await focused.getAttribute('id')).toBe('note');
    await focused.evaluate((each) => each.remove());
  });

  it('does not work while somebody goes on typing, and is not reached by their keys', async () => {
    const answered = run('files');
    await modal().waitFor();
    const isTypedInto = await ui.page.evaluate(async () => {
      for (let time = 0; time < 30; time += 1) {
        for (const key of ['a', 'Tab', 'Enter', ' ']) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(event);
        }
        await new Promise((resolve) => window.setTimeout(resolve, 50));
      }
      return Array.from(document.querySelectorAll<HTMLButtonElement>('.cli-bridge-approval button')).every(
        (each) => each.disabled,
      );
    });
    expect(isTypedInto).toBe(true);
    await until('the buttons work', () => button('Allow').isEnabled());
    // After a pause, in the middle of a list.
    await ui.page.keyboard.press('Tab');
    const after = await ui.page.evaluate(() => {
      const before = document.activeElement?.textContent;
      for (const key of ['b', 'Escape'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const buttons = document.querySelectorAll<HTMLButtonElement>('.cli-bridge-approval button');
      return [before, document.activeElement?.className, ...Array.from(buttons, ({ disabled }) => disabled)];
    });
    expect(after).toEqual(['Deny', 'cli-bridge-approval-calls', true, true, true, true]);
    await until('the buttons work again', () => button('Allow').isEnabled());
    await button('Allow').click();
    expect((await answered).status).toBe(200);
  });

  it('does not work while its window is not in front, nor for the click that brings it there', async () => {
    const setFocus = (isThere: boolean): Promise<void> =>
      ui.page.evaluate((has) => {
        document.hasFocus = () => has;
      }, isThere);
    await setFocus(false);
    const answered = run('files');
    await modal().waitFor();
    await ui.page.waitForFunction(() => {
      const { textContent } = document.querySelector('.cli-bridge-approval-time') ?? {};
      return parseInt(/\d+/.exec(textContent ?? '')?.[0] ?? '45', 10) <= 43;
    });
    expect(await button('Allow').isDisabled()).toBe(true);
    await setFocus(true);
    await until('the buttons work', () => button('Allow').isEnabled());
    await ui.page.keyboard.press('Tab');
    const focused = (): Promise<string | null | undefined> =>
      ui.page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Deny');
    await setFocus(false);
    await until('the buttons do not work', () => button('Allow').isDisabled());
    await setFocus(true);
    await until('the buttons work again', () => button('Allow').isEnabled());
    // A button that stops working loses the focus, and the next one would be reached first.
    await ui.page.keyboard.press('Tab');
    expect(await focused()).toBe('Deny');
    await button('Allow').click();
    expect((await answered).status).toBe(200);
  });

  it('cannot be allowed while the app was too busy to show it', async () => {
    const isOff = ui.page.evaluate(
      () =>
        new Promise<boolean[]>((resolve) => {
          const look = (): void => {
            const buttons = document.querySelectorAll<HTMLButtonElement>('.cli-bridge-approval button');
            resolve(Array.from(buttons, ({ disabled }) => disabled));
          };
          new MutationObserver((_records, observer) => {
            observer.disconnect();
            const end = performance.now() + 1_500;
            while (performance.now() < end);
            // What has waited meanwhile comes first.
            window.setTimeout(look, 0);
          }).observe(document.body, { childList: true });
        }),
    );
    const answered = run('files');
    expect(await isOff).toEqual([true, true, true, true]);
    await button('Deny').click();
    expect((await answered).body.code).toBe('denied_by_user');
  });

  it('goes on in another window when its own is closed', async () => {
    const [own] = await Promise.all([
      ui.page.waitForEvent('popup'),
      ui.page.evaluate(() => {
        const other = (window as unknown as UiWindow).openWindow('', '_blank', 'width=600,height=600');
        if (!other) throw new Error('There is no other window');
        (window as { activeWindow: Window }).activeWindow = other;
      }),
    ]);
    const answered = run('files');
    await own.locator('.cli-bridge-approval').waitFor();
    await own.close();
    await ui.page.evaluate(() => {
      (window as { activeWindow: Window }).activeWindow = window;
    });
    await modal().waitFor();
    expect(await button('Allow').isDisabled()).toBe(true);
    await button('Allow').click();
    expect((await answered).status).toBe(200);
    await modal().waitFor({ state: 'detached' });
  });

  it.each(['Escape', 'the cross'])('%s denies', async (way) => {
    const answered = run('files');
    await until('the buttons work', () => button('Allow').isEnabled());
    if (way === 'Escape') await ui.page.keyboard.press('Escape');
    else await button('Close').click();
    expect((await answered).body.code).toBe('denied_by_user');
  });

  it.each([
    ['My agent', 'client'],
    ['API key', 'owner'],
  ])('denies and pauses, and the row in the settings resumes: %s', async (name, whose) => {
    const clientKey = await ui.bridge.keys.connect({ name: 'My agent', access: 'full' });
    const key = whose === 'owner' ? ui.bridge.keys.apiKey : (clientKey ?? '');
    const files = async (): Promise<unknown> =>
      (await new Client(`http://127.0.0.1:${ui.port}`, key).get('files')).envelope.code;
    const denied = files();
    await button('Deny and pause this client').click();
    expect(await denied).toBe('denied_by_user');
    expect(await files()).toBe('client_paused');
    await ui.openSettings();
    const row = ui.page.locator('.setting-item', { has: ui.page.getByText(name, { exact: true }) });
    await row.getByText('Paused').waitFor();
    await row.scrollIntoViewIfNeeded();
    await ui.screenshot(`Paused ${name}`);
    expect(await ui.page.getByText('Paused').filter({ visible: true }).count()).toBe(1);
    // A client has a page of its own.
    if (whose === 'client') await ui.openSettings(name);
    await button(`Resume ${name}`).press('Enter');
    await ui.page.getByText('Paused: calls that need your approval').waitFor({ state: 'hidden' });
    await ui.openSettings();
    await row.getByText('Paused').waitFor({ state: 'hidden' });
    const asked = files();
    await button('Deny').click();
    expect(await asked).toBe('denied_by_user');
  });

  it('closes when the client leaves, and the next one is shown', async () => {
    const controller = new AbortController();
    const client = new Client(`http://127.0.0.1:${ui.port}`, ui.bridge.keys.apiKey);
    const left = client.send('/api/v1/cli/files', { signal: controller.signal }).catch(() => 'left');
    await ui.page.getByText('wants to run files').waitFor();
    const next = ui.call('/api/v1/cli/vault');
    controller.abort();
    expect(await left).toBe('left');
    await ui.page.getByText('wants to run vault').waitFor();
    expect(await modal().count()).toBe(1);
    expect(await button('Allow').isEnabled()).toBe(false);
    await button('Allow').click();
    expect((await next).status).toBe(200);
  });

  it('closes when the server is stopped', async () => {
    const answered = run('files');
    await modal().waitFor();
    await ui.bridge.server.stop();
    expect((await answered).body.code).toBe('stopping');
    await modal().waitFor({ state: 'detached' });
  });

  const shownText = (): Promise<string> =>
    ui.page.evaluate(() =>
      Array.from(
        document.querySelectorAll(
          '.cli-bridge-approval-line, .cli-bridge-approval-remark, :not(.cli-bridge-approval-part) > .cli-bridge-approval-block',
        ),
        (each) => each.textContent,
      ).join('\n'),
    );
  const KB = 1024;

  it('shows a text of 200 KB in full, and nobody can allow several before all are there', async () => {
    const content = 'A line of a long note\n'.repeat(10_000).slice(0, 200 * KB - 7) + 'The end';
    const { calls } = requestWith({ parameters: [['content', content]] });
    const session = await ui.page.context().newCDPSession(ui.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const answered = ask(requestWith({}, { calls: Array.from({ length: 20 }, () => calls).flat() }));
    const early = await ui.page.evaluate(async () => {
      const isThere = (): boolean => document.querySelectorAll('.cli-bridge-approval-call').length === 20;
      const seen: boolean[] = [];
      while (!isThere()) {
        for (const { disabled, textContent } of document.querySelectorAll<HTMLButtonElement>(
          '.cli-bridge-approval button',
        ))
          if (textContent?.startsWith('Allow')) seen.push(disabled);
        await new Promise((resolve) => window.setTimeout(resolve, 0));
      }
      return seen;
    });
    expect(new Set(early)).toEqual(new Set([true]));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await until('the buttons work', () => button('Allow').isEnabled());
    expect(await shownText()).toBe(Array.from({ length: 20 }, () => content).join('\n'));
    await button('Deny').click();
    expect(await answered).toBe('deny');
  });

  it('shows only the start and end of longer texts and differences', async () => {
    const half = 100 * KB;
    const content = `Start${'x'.repeat(5_000_000)}End`;
    const texts = ask(requestWith({ parameters: [['content', content]] }));
    await until('the buttons work', () => button('Deny').isEnabled());
    const [start = '', end = ''] = (await shownText()).split(/\n?[\d,]+ characters not shown\n?/);
    expect([start.replaceAll('\n', ''), end.replaceAll('\n', '')]).toEqual([
      content.slice(0, half),
      content.slice(-half),
    ]);
    await button('Deny').click();
    expect(await texts).toBe('deny');
    const before = `Start\n${'y'.repeat(300 * KB)}\nEnd`;
    const difference = { path: 'Home.md', before, after: `${before}\nMore`, revision: '' };
    const added = ask(
      requestWith({ difference: { ...difference, after: `${before}${'z'.repeat(300 * KB)}` } }),
    );
    await until('the buttons work', () => button('Deny').isEnabled());
    expect(await shownText()).toMatch(/^Start\ny[^]*\n[\d,]+ characters not shown\n[^]*z$/);
    await button('Deny').click();
    expect(await added).toBe('deny');
  });

  it('shows both texts where they cannot be compared in time', async () => {
    const lines = (word: string): string =>
      Array.from({ length: 50_000 }, (_, index) => word + index).join('\n');
    const answered = ask(
      requestWith({ difference: { path: 'Home.md', before: lines('a'), after: lines('b'), revision: '' } }),
    );
    await modal().getByText('The new text:').waitFor();
    await until('the buttons work', () => button('Allow').isEnabled());
    const text = await shownText();
    for (const part of ['a0\n', 'a49999\n', 'b0\n', 'b49999']) expect(text).toContain(part);
    await button('Deny').click();
    expect(await answered).toBe('deny');
  });

  const LINES = Array.from({ length: 40 }, (_, index) => `Line ${index} of the note`).join('\n');
  const AFTER = LINES.replace('Line 20', 'A line 20 that is new and so long that it does not fit')
    .replace('Line 30 of the note\n', '')
    .concat('\nThe end');
  const choices = lineDifference(LINES.split('\n'), AFTER.split('\n'));
  const partly = requestWith({
    command: 'cli-bridge:edit',
    effect: { words: 'edit Projects/Website Relaunch.md', parameters: [], flags: [] },
    effectNoun: 'edits',
    difference: { path: 'Projects/Website Relaunch.md', before: LINES, after: AFTER, revision: '' },
    choices,
  });

  /** Of lines that start with signs of their own. */
  const listChange = requestWith({
    command: 'cli-bridge:edit',
    effect: { words: 'edit Garden.md', parameters: [], flags: [] },
    effectNoun: 'edits',
    parameters: [['paneType', 'tab']],
    flags: [{ name: 'all', words: 'Replace every occurrence' }],
    difference: {
      path: 'Garden.md',
      before: `# Garden\n\n- [ ] Water the roses\n  - Only in the evening, when the sun is gone and the ground is not hot any more\n${LINES}`,
      after: `# Garden\n\n- [x] Water the roses\n  - Only in the morning, when the sun is low and the ground is not hot any more\n- + A plus\n${LINES}\n`,
      revision: '',
    },
  });

  it('has a box for each part of a difference, and allows those with a mark', async () => {
    const answered = ask(partly);
    await until('the buttons work', () => button('Allow').isEnabled());
    const box = (name: string): Locator => modal().getByRole('checkbox', { name });
    const names = ['Change 1 of 3', 'Change 2 of 3', 'Change 3 of 3'];
    for (const name of names) {
      expect(await box(name).isChecked()).toBe(true);
      await box(name).press('Space');
    }
    expect(await button('Allow 0 of 3').isDisabled()).toBe(true);
    await box('Change 1 of 3').check();
    await box('Change 3 of 3').check();
    expect(await button('Allow edits by Claude Code for 10 minutes').isDisabled()).toBe(true);
    await button('Allow 2 of 3').click();
    expect(await answered).toEqual({ hunks: [0, 2] });
    const all = ask(partly);
    await until('the buttons work', () => button('Allow').isEnabled());
    await box('Change 2 of 3').uncheck();
    await box('Change 2 of 3').check();
    await button('Allow').click();
    expect(await all).toBe('allow');
  });

  it('marks the words of a line that differ, opens what is folded, and says in words what nobody sees', async () => {
    const before = `${LINES}\n- [ ] Water the roses\nThe end`;
    const after = before.replace('- [ ] Water', '- [x] Water') + '\n';
    const answered = ask(requestWith({ difference: { path: 'Home.md', before, after, revision: '' } }));
    await until('the buttons work', () => button('Allow').isEnabled());
    const linesOf = (kind: string): Promise<string[]> =>
      modal().locator(`.mod-${kind} .cli-bridge-approval-line`).allTextContents();
    expect([await linesOf('removed'), await linesOf('added')]).toEqual([
      ['- [ ] Water the roses'],
      ['- [x] Water the roses'],
    ]);
    expect(await modal().locator('.cli-bridge-approval-word').allTextContents()).toEqual([' ', 'x']);
    await modal().getByText('Adds a line break at the end.').waitFor();
    expect(await modal().getByText('Line 3 of the note').isVisible()).toBe(false);
    await modal().getByText('37 unchanged lines').press('Enter');
    await modal().getByText('Line 3 of the note').waitFor();
    await button('Deny').click();
    expect(await answered).toBe('deny');
  });

  it('that the user opened stays, and waits on when it is closed', async () => {
    const answered = ask({ ...partly, msLeft: undefined });
    await modal().getByText('it keeps waiting').waitFor();
    await ui.page.keyboard.press('Escape');
    expect(await answered).toBe('later');
    const kept = ask({ ...partly, isKept: true });
    await modal()
      .getByText(/^Moves to the settings in \d+ seconds\.$/)
      .waitFor();
    await button('Deny').click();
    expect(await kept).toBe('deny');
  });

  it('shows what deceives as what it is', async () => {
    const path = 'Harmless\u202edm.etadpu.md';
    const content = 'One\n\u202eowt\u202c\n\u{e0041}three';
    const answered = ask(
      requestWith({
        effect: { words: 'run create', parameters: [], flags: [] },
        parameters: [
          ['path', path],
          ['content', content],
        ],
      }),
    );
    await ui.page.getByText('Harmless\\u{202e}dm.etadpu.md').waitFor();
    await ui.page.getByText('\\u{202e}owt\\u{202c}').waitFor();
    await ui.page.getByText('\\u{e0041}three').waitFor();
    await button('Deny').click();
    expect(await answered).toBe('deny');
  });

  it('shows enough of the text in a low window, and scrolls to the buttons', async () => {
    await ui.show('light', 450, 350);
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}`);
    const difference = { path: 'Home.md', before: '', after: lines.join('\n'), revision: '' };
    const answered = ask(requestWith({ risks: ['overwrites'], difference }));
    await until('the buttons work', () => button('Deny').isEnabled());
    const box = await ui.page.locator('.cli-bridge-approval-calls').boundingBox();
    expect(box?.height).toBeGreaterThan(150);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(350);
    for (const name of [
      'Deny',
      'Allow new notes by Claude Code for 10 minutes',
      'Allow',
      'Deny and pause this client',
    ]) {
      await ui.page.keyboard.press('Tab');
      const focused = await ui.page.locator(':focus').boundingBox();
      expect(await ui.page.locator(':focus').evaluate((each) => getComputedStyle(each).boxShadow)).not.toBe(
        'none',
      );
      expect(await ui.page.locator(':focus').textContent()).toBe(name);
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThan(350);
    }
    await button('Deny').press('Enter');
    expect(await answered).toBe('deny');
  });

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 400],
    ['dark', 400],
    ['light', 320],
  ] as const)('can be read, %s, %i px', { timeout: 60_000 }, async (theme, width) => {
    const height = 700;
    await ui.show(theme, width, height);
    const before = Array.from({ length: 40 }, (_, index) => `Line ${index} of the note`).join('\n');
    const after = before
      .replace('Line 20', 'A line 20 that is new and so long that it does not fit')
      .replace('Line 30 of the note\n', '');
    const shown: [string, ApprovalRequest][] = [
      [
        'Approval of an overwrite',
        requestWith(
          {
            parameters: [
              ['path', 'Projects/Website Relaunch.md'],
              ['content', after],
            ],
            flags: [{ name: 'overwrite', words: 'Replace a note that has this path' }],
            effect: {
              words: 'replace Projects/Website Relaunch.md',
              parameters: ['path', 'name'],
              flags: ['permanent', 'overwrite'],
            },
            risks: ['overwrites'],
            difference: { path: 'Projects/Website Relaunch.md', before, after, revision: '' },
          },
          { mayAllowForAWhile: false },
        ),
      ],
      [
        'Approval of a long note',
        requestWith({
          parameters: [
            ['path', 'New.md'],
            ['content', before],
          ],
        }),
      ],
      [
        'Approval of several',
        requestWith(
          {},
          {
            client: 'A client with quite a long name that somebody gave to it',
            mayAllowForAWhile: false,
            calls: [
              ...requestWith({
                command: 'delete',
                effect: {
                  words: 'permanently delete Old.md',
                  parameters: ['path'],
                  flags: ['permanent', 'overwrite'],
                },
                parameters: [['path', 'Old.md']],
                flags: [{ name: 'permanent', words: 'Skip the trash' }],
                risks: ['permanent'],
              }).calls,
              ...requestWith({
                command: 'eval',
                effect: { words: 'run JavaScript', parameters: [], flags: [] },
                parameters: [['code', 'app.vault.getFiles().length']],
                risks: ['dangerous'],
              }).calls,
            ],
          },
        ),
      ],
    ];
    const long = 'Archive of the year '.repeat(5);
    const words = `permanently delete ${long}`;
    const named = {
      parameters: [['content', before]],
      effect: { words, parameters: [], flags: [] },
    } as const;
    shown.push(
      ['Approval with long names', requestWith(named, { client: long })],
      ['Approval of parts', { ...partly, msLeft: undefined }],
      ['Approval of a list', listChange],
    );
    for (const [name, request] of shown) {
      const answered = ask(request);
      await until('the buttons work', () => button('Deny').isEnabled());
      if (name === 'Approval of parts') await modal().getByRole('checkbox').nth(1).uncheck();
      await ui.screenshot(name);
      if (name === 'Approval of a list') {
        await ui.page.emulateMedia({ forcedColors: 'active' });
        await ui.screenshot(`${name}, high contrast`);
        await ui.page.emulateMedia({ forcedColors: 'none' });
      }
      expect(await ui.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const bottoms = await modal()
        .locator('button')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
      expect(Math.max(...bottoms)).toBeLessThan(height);
      expect((await ui.page.locator('.cli-bridge-approval-calls').boundingBox())?.height).toBeGreaterThan(40);
      // The check of all colors and names is slow; one width of each theme has them all.
      if ((theme === 'dark') === (width === 400)) expect(await accessibilityProblems(ui.page)).toEqual([]);
      await button('Deny').click();
      expect(await answered).toBe('deny');
    }
  });
});
