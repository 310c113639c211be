import { describe, expect, test } from 'vitest';
import { unharmed, useTarget } from './target';

const target = useTarget({}, { trustedCommands: ['command'] });

type Params = Readonly<Record<string, unknown>>;

/** Sends the calls, of which each is refused with this status and code before anything runs. */
async function expectRefused(
  calls: readonly (readonly [command: string, params: Params])[],
  status: number,
  code: string,
): Promise<void> {
  await unharmed(target(), async () => {
    for (const [command, params] of calls) {
      const answer = await target().client.post(command, { params });
      expect([command, params, answer.status, answer.envelope.code]).toEqual([command, params, status, code]);
    }
  });
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
  test('web and bookmark take no other scheme', async () => {
    const calls = SCHEMES.flatMap((url) => [['web', { url }] as const, ['bookmark', { url }] as const]);
    await expectRefused(calls, 400, 'invalid_parameter');
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
    const params = { id: 'x', name: 'x', method: 'x' };
    const names = ['plugin:enable', 'plugin:reload', 'plugin:install', 'theme:install', 'dev:cdp'];
    await expectRefused(
      names.map((command) => [command, params]),
      403,
      'command_dangerous',
    );
    const answer = await target().client.post('plugin:install', { params: { id: 'x' }, flags: ['enable'] });
    expect(answer.status).toBe(403);
  });

  test('no path of what writes and no name is hidden or leaves its folder', async () => {
    await expectRefused(
      [
        ['create', { path: '.obsidian/plugins/evil/main.js' }],
        ['create', { path: '.obsidian/app.md' }],
        ['create', { path: 'Notes/.hidden/a.md' }],
        ['create', { path: './a.md' }],
        ['create', { name: '.a' }],
        ['create', { path: 'a/.git/hooks/post-checkout' }],
        ['create', { path: 'A\\.obsidian\\app.md' }],
        ['create', { path: '\u200c.git/hooks/x.md' }],
        ['create', { path: 'a/\ufeff.obsidian/x.md' }],
        ['create', { name: 'x', template: '../../etc/passwd' }],
        ['create', { path: 'a.md', template: '.Secret' }],
        ['create', { path: 'a.md', template: '/etc/passwd' }],
        ['move', { path: 'a.md', to: '\u202e.git/x.md' }],
        ['move', { path: 'a.md', to: '.obsidian/snippets/x.css' }],
        ['move', { path: 'a.md', to: '.trash/a.md' }],
        ['rename', { path: 'a.md', name: '.a' }],
        ['append', { path: 'a/.\u200d./../x.md', content: 'x' }],
        ['append', { path: '../outside.md', content: 'x' }],
        ['append', { file: '.a', content: 'x' }],
        ['task', { ref: '.obsidian/a.md:3' }],
        ['bookmark', { file: '.a.md' }],
        ['template:read', { name: '.Secret' }],
        ['template:read', { name: '/etc/passwd' }],
        ['template:insert', { name: '../evil' }],
        ['template:insert', { name: 'a/../../Secret' }],
        ['theme', { name: '../../x' }],
        ['theme:set', { name: '../evil' }],
        ['theme:set', { name: 'C:\\x' }],
        ['snippet:enable', { name: '../evil' }],
        ['plugin', { id: '\\x' }],
        ['base:create', { path: 'x.base', name: '../evil' }],
      ],
      400,
      'invalid_parameter',
    );
  });

  test('a trusted command runs none of the bridge itself', async () => {
    const ids = [
      'cli-bridge:toggle-read-only',
      'CLI-Bridge:toggle-server',
      '"cli-bridge:x"',
      ' cli-bridge:x',
    ];
    await expectRefused(
      ids.map((id) => ['command', { id }]),
      403,
      'bridge_protected',
    );
  });
});
