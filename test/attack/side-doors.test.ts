import { describe, expect, test } from 'vitest';
import { unharmed, useTarget } from './target';

const target = useTarget({}, { trustedCommands: ['command'] });

/** Sends the call, which is refused with this status and code before anything runs. */
async function expectRefused(
  command: string,
  params: Record<string, unknown>,
  status: number,
  code: string,
): Promise<void> {
  const answer = await unharmed(target(), () => target().client.post(command, { params }));
  expect([answer.status, answer.envelope.code], JSON.stringify(params)).toEqual([status, code]);
}

describe('no code by a side door', () => {
  const SCHEMES = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'obsidian://eval?code=1',
    'app://obsidian.md/index.html',
    'vbscript:x',
    'view-source:https://example.com',
    'https:/\\evil.example\u0000',
    '\ufeffjavascript:alert(1)',
    '\u00a0javascript:alert(1)',
    '\u2028obsidian://eval?code=1',
    '\u200bjavascript:alert(1)',
    'java\u00adscript:alert(1)',
    '<obsidian://eval?code=1>',
    '"javascript:alert(1)"',
    'http:javascript:alert(1)',
    '\\\\evil.example\\share',
    '//evil.example/share',
    '/etc/passwd',
  ];
  test.for(SCHEMES)('web and bookmark take no %j', async (url) => {
    await expectRefused('web', { url }, 400, 'invalid_parameter');
    await expectRefused('bookmark', { url }, 400, 'invalid_parameter');
  });

  test.for([
    'https://example.com',
    'HTTP://example.com/a?b=c:d',
    'example.com/path',
    'https://例え.jp/ü',
    'example.com?a=b:c#d',
  ])('web takes %s', async (url) => {
    expect((await target().client.post('web', { params: { url } })).status).toBe(200);
  });

  test('what installs, enables or reloads a plugin, and what a plugin adds, needs the opt-in', async () => {
    for (const command of ['plugin:enable', 'plugin:reload', 'plugin:install', 'theme:install', 'dev:cdp'])
      await expectRefused(command, { id: 'x', name: 'x', method: 'x' }, 403, 'command_dangerous');
    const answer = await target().client.post('plugin:install', { params: { id: 'x' }, flags: ['enable'] });
    expect(answer.status).toBe(403);
  });

  test.for([
    ['create', { path: '.obsidian/plugins/evil/main.js' }],
    ['create', { path: 'a/.git/hooks/post-checkout' }],
    ['create', { path: 'A\\.obsidian\\app.md' }],
    ['create', { path: '\u200c.git/hooks/x.md' }],
    ['create', { path: 'a/\ufeff.obsidian/x.md' }],
    ['move', { path: 'a.md', to: '\u202e.git/x.md' }],
    ['append', { path: 'a/.\u200d./../x.md', content: 'x' }],
    ['create', { name: 'x', template: '../../etc/passwd' }],
    ['move', { path: 'a.md', to: '.obsidian/snippets/x.css' }],
    ['append', { path: '../outside.md', content: 'x' }],
    ['theme:set', { name: '../evil' }],
    ['snippet:enable', { name: '../evil' }],
    ['template:insert', { name: '../evil' }],
    ['base:create', { path: 'x.base', name: '../evil' }],
  ] as const)('%s with %j is refused', async ([command, params]) => {
    await expectRefused(command, params, 400, 'invalid_parameter');
  });

  test.for(['cli-bridge:toggle-read-only', 'CLI-Bridge:toggle-server', '"cli-bridge:x"', ' cli-bridge:x'])(
    'a trusted command runs none of the bridge itself: %j',
    async (id) => {
      await expectRefused('command', { id }, 403, 'bridge_protected');
    },
  );
});
