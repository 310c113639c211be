import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApprovalAnswer } from '../../../../src/bridge/call/approval/approval-port';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { HOME, INTERFACES, run, serveAsking, VAULT } from '../../../kit/asking';
import type { Answer, Asking, CallGiven } from '../../../kit/asking';
import { serve, TEST_KEY } from '../../../kit/bridge';
import { writeFakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { jsonCall } from '../../../kit/http-client';
import type { Envelope } from '../../../kit/http-client';
import { callTool } from '../../../kit/mcp-client';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { until } from '../../../kit/until';

const append = { command: 'append', params: { path: HOME, content: 'Asked for' } };
const erase = { command: 'delete', params: { path: HOME }, flags: ['permanent'] };
const replace = { command: 'create', params: { path: HOME, content: 'New\n' }, flags: ['overwrite'] };
const edit = { command: 'cli-bridge:edit', params: { path: HOME, old: '# ', new: '## ' }, flags: ['all'] };

describe.concurrent('the user decides', () => {
  const ANSWERS: readonly (readonly [ApprovalAnswer, Partial<Answer>, boolean])[] = [
    ['deny', { ok: false, code: 'denied_by_user' }, false],
    ['allow', { ok: true }, true],
    ['allow_for_a_while', { ok: true }, true],
  ];

  test.for(INTERFACES)('over %s', async (through, scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    for (const [count, [answer, expected, isWritten]] of ANSWERS.entries()) {
      const before = await asking.text(HOME);
      const answered = run(asking, through, append);
      const { request, answer: say } = await asking.person.nth(count + 1);
      expect(request).toMatchObject({
        client: 'owner',
        interface: through,
        mayAllowForAWhile: true,
        calls: [
          {
            command: 'append',
            vault: VAULT,
            parameters: [
              ['path', HOME],
              ['content', 'Asked for'],
            ],
            flags: [],
            risks: [],
          },
        ],
      });
      expect(request.msLeft).toBeGreaterThan(30_000);
      expect(request.msLeft).toBeLessThanOrEqual(45_000);
      expect(await asking.text(HOME)).toBe(before);
      say(answer);
      expect(await answered).toMatchObject(expected);
      expect((await asking.text(HOME)) !== before).toBe(isWritten);
      const [logged] = asking.bridge.log.list();
      if (isWritten) expect(logged).toMatchObject({ command: 'append', code: '', decidedBy: 'user' });
      else expect(logged).toMatchObject({ command: 'append', status: 403, code: 'denied_by_user' });
    }
    expect(asking.entries.map(({ command, decidedBy }) => [command, decidedBy])).toEqual([
      ['append', 'user'],
      ['append', 'user'],
    ]);
  });

  test('says to the client what has happened and what to do', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    asking.person.always = 'deny';
    const { status, envelope } = await asking.client.post('append', { params: append.params });
    expect(status).toBe(403);
    expect(envelope).toMatchObject({ ok: false, command: 'append', code: 'denied_by_user' });
    expect(envelope.error).toContain('did not allow it');
    expect(envelope.hint).toContain('Do not repeat');
  });

  test('nothing needs approval without the setting, and reading needs none with a key that asks', async (scope) => {
    const asking = await serveAsking(scope, {}, { ask: true });
    asking.person.always = 'deny';
    expect(await run(asking, 'rest', append)).toMatchObject({ ok: true });
    expect(await run(asking, 'rest', { command: 'files' }, asking.key)).toMatchObject({ ok: true });
    expect(asking.person.asked).toEqual([]);
    expect(await run(asking, 'rest', append, asking.key)).toMatchObject({ code: 'denied_by_user' });
    expect(asking.person.asked[0]?.request.client).toBe('Client a');
  });

  test('what is refused anyway is not asked about', async (scope) => {
    const settings = { askFirst: ['append', 'delete', 'read'], blockedCommands: ['append'], readOnly: true };
    const asking = await serveAsking(scope, settings, { access: 'read', ask: true });
    const missing = { command: 'read', params: { path: '../outside.md' } };
    expect(await run(asking, 'rest', append)).toMatchObject({ code: 'command_blocked' });
    expect(await run(asking, 'rest', erase)).toMatchObject({ code: 'read_only' });
    expect(await run(asking, 'rest', missing)).toMatchObject({ code: 'invalid_parameter' });
    expect(await run(asking, 'mcp', erase, asking.key)).toMatchObject({ code: 'key_scope' });
    expect(asking.person.asked).toEqual([]);
  });

  test('a call that waits for the answer holds up no other call', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const waiting = run(asking, 'rest', append);
    const { answer } = await asking.person.nth(1);
    expect(await run(asking, 'rest', { command: 'files' })).toMatchObject({ ok: true });
    expect(asking.bridge.status()).toMatchObject({ waiting: 0, running: false });
    answer('allow');
    expect(await waiting).toMatchObject({ ok: true });
  });

  test('no answer in time is a refusal of a batch, and closes the question', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] }, {}, { answerMs: 500 });
    const calls = [append];
    const { envelope } = await asking.client.request('/api/v1/batch', jsonCall('POST', { calls }));
    expect(envelope).toMatchObject({ ok: false, code: 'approval_timeout' });
    expect(envelope.error).toContain('within 1 second');
    expect(envelope.hint).toContain('look at Obsidian');
    expect(asking.bridge.questions()).toEqual([]);
    expect(asking.person.asked.map(({ isClosed }) => isClosed)).toEqual([true]);
    // An answer that comes too late changes nothing.
    asking.person.asked[0]?.answer('allow');
    expect(asking.entries).toEqual([]);
  });

  test('a host that cannot ask after all: nothing is run', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const answered = run(asking, 'rest', append);
    (await asking.person.nth(1)).fail(new Error('No window'));
    expect(await answered).toMatchObject({ code: 'approval_unavailable' });
    expect(asking.entries).toEqual([]);
  });
});

describe.concurrent('for 10 minutes', () => {
  test('counts for this client, this command and this vault, and nothing else', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append', 'prepend'] });
    asking.person.always = 'allow_for_a_while';
    expect(await run(asking, 'rest', append)).toMatchObject({ ok: true });
    expect(await run(asking, 'mcp', append)).toMatchObject({ ok: true });
    expect(asking.person.asked).toHaveLength(1);
    expect(asking.bridge.log.list()[0]).toMatchObject({ interface: 'mcp', decidedBy: 'user_before' });
    expect(asking.entries.map(({ decidedBy }) => decidedBy)).toEqual(['user', 'user_before']);
    asking.person.always = 'deny';
    const others: [CallGiven, string][] = [
      [{ ...append, command: 'prepend' }, TEST_KEY],
      [{ ...append, vault: '*' }, TEST_KEY],
      [append, asking.key],
    ];
    for (const [call, key] of others)
      expect(await run(asking, 'rest', call, key)).toMatchObject({ code: 'denied_by_user' });
    expect(await run(asking, 'rest', append)).toMatchObject({ ok: true });
  });

  test.for<[string, CallGiven]>([
    ['permanent', erase],
    ['overwrites', replace],
    ['dangerous', { command: 'eval', params: { code: '1' } }],
  ])('is neither offered nor counted for what is %s', async ([risk, call], scope) => {
    const asking = await serveAsking(scope, { askFirst: ['delete', 'create', 'eval'] });
    asking.person.always = 'allow_for_a_while';
    await run(asking, 'rest', { command: 'create', params: { path: 'A.md' } });
    await run(asking, 'rest', { command: 'delete', params: { path: 'A.md' } });
    expect(asking.person.asked.map(({ request }) => request.mayAllowForAWhile)).toEqual([true, true]);
    asking.person.always = undefined;
    const answered = run(asking, 'rest', call);
    const { request, answer } = await asking.person.nth(3);
    expect(request).toMatchObject({ mayAllowForAWhile: false, calls: [{ risks: [risk] }] });
    // Even if a host took it for granted.
    answer('allow_for_a_while');
    expect((await answered).code).not.toBe('denied_by_user');
    const again = run(asking, 'rest', call);
    (await asking.person.nth(4)).answer('deny');
    expect(await again).toMatchObject({ code: 'denied_by_user' });
  });

  test('is not offered for whichever vault is in front', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    asking.person.always = 'deny';
    await run(asking, 'rest', { ...append, vault: '*' });
    expect(asking.person.asked[0]?.request.mayAllowForAWhile).toBe(false);
  });

  test('is over for what waits in the queue, too', async (scope) => {
    const cli = await writeFakeCli(await makeFolder(scope), '[ "$command" = files ] && await_gate; echo ok');
    const program = { file: cli.path, leadingArguments: [] };
    const asking = await serveAsking(scope, { askFirst: ['append'] }, {}, { program });
    asking.person.always = 'allow_for_a_while';
    await run(asking, 'rest', append);
    const first = run(asking, 'rest', { command: 'files' });
    await until('it runs', async () => (await cli.calls()).some((call) => call.includes('files')));
    const waiting = run(asking, 'rest', append);
    await until('it waits', () => asking.bridge.status().waiting === 1);
    asking.change({ askFirst: ['append', 'delete'] });
    await cli.openGate();
    await first;
    expect(await waiting).toMatchObject({
      code: 'approval_unavailable',
      hint: expect.stringContaining('again') as string,
    });
    expect(asking.person.asked).toHaveLength(1);
  });

  test('is over when the list, dangerous commands or the keys are changed', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    for (const act of [
      () => asking.change({ askFirst: ['append', 'delete'] }),
      () => asking.change({ allowDangerousCommands: true }),
      () => asking.bridge.setKeys([{ ...asking.record, access: 'write' }]),
    ]) {
      asking.person.always = 'allow_for_a_while';
      expect(await run(asking, 'rest', append, asking.key)).toMatchObject({ ok: true });
      asking.person.always = 'deny';
      expect(await run(asking, 'rest', append, asking.key)).toMatchObject({ ok: true });
      act();
      expect(await run(asking, 'rest', append, asking.key)).toMatchObject({ code: 'denied_by_user' });
    }
  });
});

describe.concurrent('a client that the user pauses', () => {
  test('is asked about no more, until it is resumed', async (scope) => {
    const pausedClients = new Set<string>();
    const settings = { askFirst: ['append', 'prepend'] };
    const asking = await serveAsking(scope, settings, {}, { pausedClients });
    asking.person.always = 'allow_for_a_while';
    await run(asking, 'rest', { ...append, command: 'prepend' }, asking.key);
    asking.person.always = undefined;
    const answered = run(asking, 'rest', append, asking.key);
    const { answer } = await asking.person.nth(2);
    const waiting = run(asking, 'mcp', append, asking.key);
    const other = run(asking, 'rest', append);
    await until('the others wait', () => asking.person.open.length === 1);
    answer('deny_and_pause');
    expect(await answered).toMatchObject({ code: 'denied_by_user' });
    expect(await waiting).toMatchObject({
      code: 'client_paused',
      error: expect.stringContaining('the user has paused "Client a"') as string,
      hint: expect.stringContaining('resume') as string,
    });
    (await asking.person.nth(3)).answer('allow');
    expect(await other).toMatchObject({ ok: true });
    // What was allowed for 10 minutes would ask, too.
    for (const command of ['append', 'prepend'])
      expect(await run(asking, 'rest', { ...append, command }, asking.key)).toMatchObject({
        code: 'client_paused',
      });
    expect(await run(asking, 'rest', { command: 'files' }, asking.key)).toMatchObject({ ok: true });
    expect(asking.person.asked).toHaveLength(3);
    pausedClients.clear();
    const again = run(asking, 'rest', append, asking.key);
    (await asking.person.nth(4)).answer('allow');
    expect(await again).toMatchObject({ ok: true });
  });

  test('may be the one with the API key', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    asking.person.always = 'deny_and_pause';
    await run(asking, 'rest', append);
    const { status, envelope } = await asking.client.post('append', { params: append.params });
    expect([status, envelope.code]).toEqual([403, 'client_paused']);
    expect(envelope.error).toContain('the user has paused the API key');
    expect(asking.person.asked).toHaveLength(1);
  });
});

describe.concurrent('while the question is open', () => {
  test('one at a time, in order; one client may have five more waiting', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const calls = Array.from({ length: 7 }, () => run(asking, 'rest', append));
    const refused = await Promise.race(calls);
    expect(refused).toMatchObject({ code: 'queue_full' });
    expect(refused.error).toContain('5 requests for approval');
    // Another client has its own five.
    const other = run(asking, 'rest', append, asking.key);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const { request, answer } = await asking.person.nth(number);
      expect(asking.person.open).toHaveLength(1);
      expect(request.client).toBe('owner');
      answer('deny');
    }
    const last = await asking.person.nth(7);
    expect(last.request.client).toBe('Client a');
    last.answer('allow');
    expect(await other).toMatchObject({ ok: true });
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes.sort()).toEqual([...Array<string>(6).fill('denied_by_user'), 'queue_full']);
  });

  test('the next one shows the note as the allowed call has left it', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const calls = Array.from({ length: 7 }, () => run(asking, 'rest', append));
    // Then the other six wait.
    expect(await Promise.race(calls)).toMatchObject({ code: 'queue_full' });
    let text = await asking.text(HOME);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const { request, answer } = await asking.person.nth(number);
      const { difference } = request.calls[0] ?? {};
      expect(difference?.before).toBe(text);
      text = difference?.after ?? '';
      answer('allow');
    }
    expect((await Promise.all(calls)).filter(({ ok }) => ok)).toHaveLength(6);
    expect(await asking.text(HOME)).toBe(text);
  });

  test('an allowed call that takes long does not keep the next one back', async (scope) => {
    const cli = await writeFakeCli(await makeFolder(scope), '[ "$command" = delete ] && await_gate');
    const program = { file: cli.path, leadingArguments: [] };
    const asking = await serveAsking(scope, { askFirst: ['delete'] }, {}, { program });
    const first = run(asking, 'rest', erase);
    (await asking.person.nth(1)).answer('allow');
    await until('it runs', async () => (await cli.calls()).some((call) => call.includes('delete')));
    const second = run(asking, 'rest', erase);
    (await asking.person.nth(2)).answer('deny');
    expect(await second).toMatchObject({ code: 'denied_by_user' });
    await cli.openGate();
    await first;
  });

  test.for(INTERFACES)(
    'over %s, the client leaves: it closes, and nothing is run',
    async (through, scope) => {
      const asking = await serveAsking(scope, { askFirst: ['append'] });
      const controller = new AbortController();
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'execute', arguments: append },
      };
      const gone =
        through === 'rest'
          ? asking.client.post('append', { params: append.params }, controller.signal)
          : asking.client.send('/mcp', { ...jsonCall('POST', message), signal: controller.signal });
      const ended = gone.catch(() => 'left');
      const question = await asking.person.nth(1);
      controller.abort();
      expect(await ended).toBe('left');
      await until('the question is closed', () => question.isClosed);
      question.answer('allow');
      asking.person.always = 'allow';
      expect(await run(asking, 'rest', { ...append, command: 'prepend' })).toMatchObject({ ok: true });
      expect(asking.entries.map(({ command }) => command)).toEqual(['prepend']);
    },
  );

  const NARROWED: [string, (asking: Asking) => void, string][] = [
    ['its key is revoked', ({ bridge }) => bridge.setKeys([]), 'unauthorized'],
    [
      'its key may only read now',
      ({ bridge, record }) => bridge.setKeys([{ ...record, access: 'read' }]),
      'key_scope',
    ],
    ['the command is blocked', ({ change }) => change({ blockedCommands: ['append'] }), 'command_blocked'],
    ['read-only mode is turned on', ({ change }) => change({ readOnly: true }), 'read_only'],
    [
      'the vault is not allowed any more',
      ({ change }) => change({ allowedVaults: ['Work'] }),
      'vault_not_allowed',
    ],
    ['REST is turned off', ({ change }) => change({ restEnabled: false }), 'rest_disabled'],
    ['the bridge is stopped', ({ bridge }) => void bridge.stop(0), 'stopping'],
  ];
  test('it closes, and the call is refused, once the key or the settings no longer allow it', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const all = { blockedCommands: [], readOnly: false, allowedVaults: [], restEnabled: true };
    for (const [count, [what, act, code]] of NARROWED.entries()) {
      asking.change(all);
      asking.bridge.setKeys([asking.record]);
      const answered = run(asking, 'rest', append, asking.key);
      const question = await asking.person.nth(count + 1);
      act(asking);
      expect([what, (await answered).code, question.isClosed]).toEqual([what, code, true]);
    }
    expect(asking.entries).toEqual([]);
  });

  test('a change of settings that has nothing to do with it leaves it open', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append'] });
    const answered = run(asking, 'rest', append);
    const question = await asking.person.nth(1);
    asking.change({ blockedCommands: ['eval'], askFirst: [] });
    expect(question.isClosed).toBe(false);
    question.answer('allow');
    expect(await answered).toMatchObject({ ok: true });
  });

  test('a call that needs approval only by the time its turn comes is not run, and says so', async (scope) => {
    const cli = await writeFakeCli(await makeFolder(scope), '[ "$command" = vaults ] || await_gate');
    const program = { file: cli.path, leadingArguments: [] };
    const { bridge, client, change } = await serve(scope, { program, approvals: new ScriptedApprovals() });
    const running = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const waiting = client.post('append', { params: append.params });
    await until('the second waits', () => bridge.status().waiting === 1);
    change({ askFirst: ['append'] });
    await cli.openGate();
    await running;
    const { envelope } = await waiting;
    expect(envelope.code).toBe('approval_unavailable');
    expect(envelope.error).toContain('approval became necessary while the call was waiting');
    expect(envelope.hint).toContain('Call again');
    expect(await cli.calls()).toHaveLength(1);
  });
});

describe.concurrent('dangerous commands', () => {
  const evaluate = { command: 'eval', params: { code: '1+1' } };

  test('off, but to be asked about, by name or by "dangerous"', async (scope) => {
    const asking = await serveAsking(scope);
    for (const [count, askFirst] of [['eval'], ['dangerous'], ['Dangerous ']].entries()) {
      asking.change({ askFirst });
      const answered = run(asking, 'rest', evaluate);
      const { request, answer } = await asking.person.nth(count + 1);
      expect(request).toMatchObject({ mayAllowForAWhile: false, calls: [{ risks: ['dangerous'] }] });
      answer('allow');
      expect((await answered).code ?? '').not.toMatch(/dangerous|denied|approval/);
    }
    asking.person.always = 'deny';
    expect(await run(asking, 'mcp', evaluate)).toMatchObject({ code: 'denied_by_user' });
    asking.change({ askFirst: [] });
    expect(await run(asking, 'rest', evaluate)).toMatchObject({ code: 'command_dangerous' });
  });

  test('"dangerous" asks about nothing else', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['dangerous'] });
    asking.person.always = 'deny';
    expect(await run(asking, 'rest', append)).toMatchObject({ ok: true });
    expect(asking.person.asked).toEqual([]);
  });

  test('are never too long to be shown in full', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['eval'] });
    const code = `1${' '.repeat(60_000)}+1`;
    const answer = await run(asking, 'rest', { command: 'eval', params: { code } });
    expect(answer).toMatchObject({ code: 'command_too_large' });
    expect(asking.person.asked).toEqual([]);
  });

  test('a key for writing may not run them, asked or not', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['dangerous'] }, { access: 'write' });
    expect(await run(asking, 'rest', evaluate, asking.key)).toMatchObject({ code: 'key_scope' });
    expect(asking.person.asked).toEqual([]);
  });

  test('are not said to be off by search, where the user can be asked', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['plugin:disable'] });
    const mcp = new URL('/mcp', asking.client.url);
    const lineOf = async (command: string) =>
      (await callTool(mcp, 'search', { command })).structured['commands'];
    expect(await lineOf('plugin:disable')).toEqual([expect.stringContaining(' # dangerous. ')]);
    expect(await lineOf('plugin:enable')).toEqual([
      expect.stringContaining(' # off: ask the user to turn on'),
    ]);
  });
});

describe.concurrent('what the user is shown', () => {
  const long = `${'a long folder name/'.repeat(10)}Note.md`;

  const EFFECTS: readonly (readonly [CallGiven, string])[] = [
    [append, `add text to ${HOME}`],
    [replace, `replace ${HOME}`],
    [edit, `edit ${HOME}`],
    [erase, `permanently delete ${HOME}`],
    [{ command: 'delete', params: { file: 'Home' } }, 'move Home to the trash'],
    [{ command: 'append', params: { file: 'Home', content: 'x' } }, `add text to ${HOME}`],
    [{ command: 'rename', params: { path: HOME, name: 'A\u202eB' } }, `rename ${HOME} to A\\u{202e}B`],
    [{ command: 'plugin:install', params: { id: 'dataview' } }, 'install the plugin dataview'],
    [{ command: 'eval', params: { code: '1' } }, 'run JavaScript'],
    [
      { command: 'cli-bridge:edit', params: { old: 'a', new: 'b' }, flags: ['daily'] },
      "edit today's daily note",
    ],
    // Nothing that is too long, or missing, is left out.
    [{ command: 'delete', params: { path: long } }, 'run delete'],
    [{ command: 'files' }, 'run files'],
  ];

  test('the effect of each call', async (scope) => {
    const asking = await serveAsking(scope);
    asking.person.always = 'deny';
    for (const [call, words] of EFFECTS) {
      asking.change({ askFirst: [call.command] });
      await run(asking, 'rest', call);
      expect(asking.person.asked.at(-1)?.request.calls[0]?.effect.words).toBe(words);
    }
    expect(asking.person.asked).toHaveLength(EFFECTS.length);
  });

  test('the difference, for an overwrite and for an edit', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create', 'cli-bridge:edit'] });
    asking.person.always = 'deny';
    const before = await asking.text(HOME);
    await run(asking, 'rest', replace);
    await run(asking, 'rest', edit);
    await run(asking, 'rest', { command: 'create', params: { path: 'New.md', content: 'x' } });
    const [overwritten, edited, created] = asking.person.asked.map(({ request }) => request.calls[0]);
    const revision = revisionOf(before);
    expect(overwritten?.difference).toEqual({ path: HOME, before, after: 'New\n', revision });
    const after = before.replaceAll('# ', '## ');
    expect(edited?.difference).toEqual({ path: HOME, before, after, revision });
    expect(created?.difference).toBeUndefined();
    expect(created?.parameters).toContainEqual(['content', 'x']);
    expect(await asking.text(HOME)).toBe(before);
  });

  test('the whole text, however long it is, and exactly what is then written', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create'] });
    const content = 'Line\\n of\ttext ✓\n'.repeat(20_000);
    const answered = run(asking, 'rest', { command: 'create', params: { path: 'Long.md', content } });
    const { request, answer } = await asking.person.nth(1);
    expect(request.calls[0]?.parameters).toContainEqual(['content', content]);
    answer('allow');
    expect(await answered).toMatchObject({ ok: true });
    expect(await asking.text('Long.md')).toBe(content);
  });

  test('of another text than now changes nothing', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create', 'cli-bridge:edit'] });
    for (const [count, call] of [replace, edit].entries()) {
      await writeFile(join(asking.folder, HOME), '# Shown');
      const answered = run(asking, 'rest', call);
      const { answer } = await asking.person.nth(count + 1);
      await writeFile(join(asking.folder, HOME), '# Meanwhile');
      answer('allow');
      expect(await answered).toMatchObject({ ok: false, code: 'revision_conflict' });
      expect(await asking.text(HOME)).toBe('# Meanwhile');
    }
  });

  test.for([
    ['short', 'New\n', ['overwrite'], {}],
    ['which only the app can write', String.raw`\nabla`, ['overwrite'], {}],
    ['told as a parameter', 'New\n', [], { overwrite: 'true' }],
  ] as const)(
    'that there is no note yet, and one that comes into being meanwhile is not replaced: %s',
    async ([, content, flags, more], scope) => {
      const asking = await serveAsking(scope, { askFirst: ['create'] });
      const call = { command: 'create', params: { path: 'Sub/New', content, ...more }, flags };
      const answered = run(asking, 'rest', call);
      const { request, answer } = await asking.person.nth(1);
      expect(request).toMatchObject({ mayAllowForAWhile: false });
      expect(request.calls[0]).toMatchObject({ effect: { words: 'create Sub/New.md' }, risks: [] });
      await mkdir(join(asking.folder, 'Sub'));
      await writeFile(join(asking.folder, 'Sub/New.md'), 'theirs');
      answer('allow');
      expect(await answered).toMatchObject({
        code: 'revision_conflict',
        error: expect.stringContaining('There is a note "Sub/New.md" now') as string,
      });
      expect(await asking.text('Sub/New.md')).toBe('theirs');
      const again = run(asking, 'rest', call);
      (await asking.person.nth(2)).answer('allow');
      expect(await again).toMatchObject({ ok: true });
      expect(await asking.text('Sub/New.md')).toBe(content);
    },
  );

  test('the name of a note that is created meanwhile', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create'] });
    const answered = run(asking, 'rest', { command: 'create', params: { path: 'Fresh.md', content: 'x' } });
    const { answer } = await asking.person.nth(1);
    await writeFile(join(asking.folder, 'Fresh.md'), 'theirs');
    answer('allow');
    expect(await answered).toMatchObject({
      code: 'revision_conflict',
      error: expect.stringContaining('There is a note "Fresh.md" now') as string,
    });
  });

  test('that there is no note yet, which is then made', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create'] });
    asking.person.always = 'allow';
    const calls = ['one', 'two'].map((content) => ({ ...replace, params: { path: 'New.md', content } }));
    const { envelope } = await asking.client.request('/api/v1/batch', jsonCall('POST', { calls }));
    expect(envelope.ok).toBe(true);
    const [first, second] = asking.person.asked[0]?.request.calls ?? [];
    expect(first).toMatchObject({ effect: { words: 'create New.md' } });
    expect(second).toMatchObject({ difference: { before: 'one', after: 'two' }, risks: ['overwrites'] });
    expect(await asking.text('New.md')).toBe('two');
  });

  test('the note that is really replaced, by path and name together', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create'] });
    await mkdir(join(asking.folder, 'Sub'));
    await writeFile(join(asking.folder, 'Sub.md'), 'another');
    await writeFile(join(asking.folder, 'Sub/v1.2.md'), 'old');
    const params = { path: 'Sub/', name: 'v1.2', content: 'new' };
    const answered = run(asking, 'rest', { command: 'create', params, flags: ['overwrite'] });
    const { request, answer } = await asking.person.nth(1);
    expect(request.calls[0]).toMatchObject({
      parameters: [
        ['path', 'Sub/'],
        ['name', 'v1.2.md'],
        ['content', 'new'],
      ],
      difference: { path: 'Sub/v1.2.md', before: 'old', after: 'new' },
      risks: ['overwrites'],
    });
    answer('allow');
    expect(await answered).toMatchObject({ ok: true });
    expect([await asking.text('Sub.md'), await asking.text('Sub/v1.2.md')]).toEqual(['another', 'new']);
  });

  test('what is sent, with its extension', async (scope) => {
    const asking = await serveAsking(scope);
    asking.person.always = 'deny';
    for (const [command, params, shown] of [
      ['rename', { path: HOME, name: 'Release 1.2' }, ['name', 'Release 1.2.md']],
      ['move', { path: HOME, to: '33.11 Notes/' }, ['to', `33.11 Notes/${HOME}`]],
      ['create', { name: 'Draft v1.2' }, ['name', 'Draft v1.2.md']],
    ] as const) {
      asking.change({ askFirst: [command] });
      await run(asking, 'mcp', { command, params });
      expect(asking.person.asked.at(-1)?.request.calls[0]?.parameters).toContainEqual(shown);
    }
  });

  test('what is meant for another text is not asked about', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['cli-bridge:edit'] });
    const { command, ...body } = { ...edit, ifRevision: '0123456789abcdef' };
    const { envelope } = await asking.client.post(command, body);
    expect(envelope).toMatchObject({ code: 'revision_conflict' });
    expect(asking.person.asked).toEqual([]);
  });

  test('what a batch does to a note step by step, as long as that is known', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['create', 'cli-bridge:edit'] });
    const again = { ...edit, params: { path: HOME, old: 'New', new: 'Newer' } };
    const calls = [replace, again, { ...append, params: { path: HOME, content: 'New' } }, again];
    const answered = asking.client.request('/api/v1/batch', jsonCall('POST', { calls, stopOnError: false }));
    const { request, answer } = await asking.person.nth(1);
    expect(request.calls.map(({ difference }) => difference?.after)).toEqual([
      'New\n',
      'Newer\n',
      'Newerer\n\nNewer',
    ]);
    answer('allow');
    const { envelope } = await answered;
    expect(envelope.ok).toBe(true);
    expect(await asking.text(HOME)).toBe('Newerer\n\nNewer');
  });

  test('a note that is not named is not asked about', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['delete', 'property:set'] });
    for (const call of [
      { command: 'delete', params: {} },
      { command: 'property:set', params: { name: 'status', value: 'done' } },
    ]) {
      expect(await run(asking, 'rest', call)).toMatchObject({
        code: 'approval_unavailable',
        hint: expect.stringContaining('path') as string,
      });
    }
    expect(asking.person.asked).toEqual([]);
  });
});

describe.concurrent('a batch', () => {
  async function batch(
    asking: Asking,
    through: 'rest' | 'mcp',
    calls: readonly CallGiven[],
  ): Promise<Answer & { readonly codes: unknown[] }> {
    if (through === 'rest') {
      const { envelope } = await asking.client.request('/api/v1/batch', jsonCall('POST', { calls }));
      const results = Array.isArray(envelope.data) ? (envelope.data as Envelope[]) : [];
      return { ...envelope, codes: results.map(({ ok, code }) => code ?? ok) };
    }
    const { structured } = await callTool(new URL('/mcp', asking.client.url), 'execute', { calls });
    const results = (structured['results'] ?? []) as Envelope[];
    return { ...(structured as unknown as Answer), codes: results.map(({ ok, code }) => code ?? ok) };
  }

  test.for(INTERFACES)('over %s asks once, for all its calls that need it', async (through, scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append', 'delete'] });
    const files = { command: 'files' };
    const answered = batch(asking, through, [append, files, erase]);
    const { request, answer } = await asking.person.nth(1);
    expect(request.calls.map(({ command }) => command)).toEqual(['append', 'delete']);
    expect(request.mayAllowForAWhile).toBe(false);
    answer('allow');
    expect((await answered).codes).toEqual([true, true, true]);
    expect(asking.person.asked).toHaveLength(1);
    expect(asking.bridge.log.list().map(({ command, decidedBy }) => [command, decidedBy])).toEqual(
      expect.arrayContaining([
        ['append', 'user'],
        ['delete', 'user'],
        ['files', undefined],
      ]),
    );
    expect(await asking.isThere(HOME)).toBe(false);
  });

  test.for(INTERFACES)('over %s that is denied runs nothing at all', async (through, scope) => {
    const asking = await serveAsking(scope, { askFirst: ['delete'] });
    asking.person.always = 'deny';
    const before = await asking.text(HOME);
    expect(await batch(asking, through, [append, erase])).toMatchObject({
      code: 'denied_by_user',
      codes: [],
    });
    expect(await asking.text(HOME)).toBe(before);
    expect(asking.entries).toEqual([]);
    expect(asking.bridge.log.list()[0]).toMatchObject({ command: 'batch', code: 'denied_by_user' });
  });

  test('asks only about what is not allowed for a while', async (scope) => {
    const asking = await serveAsking(scope, { askFirst: ['append', 'prepend'] });
    asking.person.always = 'allow_for_a_while';
    const prepend = { ...append, command: 'prepend' };
    await batch(asking, 'rest', [append]);
    await batch(asking, 'rest', [append, prepend]);
    await batch(asking, 'rest', [append, prepend]);
    expect(asking.person.asked.map(({ request }) => request.calls.map(({ command }) => command))).toEqual([
      ['append'],
      ['prepend'],
    ]);
  });
});
