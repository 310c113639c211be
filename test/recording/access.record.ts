import { test } from 'vitest';
import { makeKey } from '../kit/keys';
import { ScriptedApprovals } from '../kit/scripted-approvals';
import { THIS_TEST } from '../kit/test-scope';
import { PAIRS } from './calls';
import { endScene, openHost } from './hosts';
import type { Host } from './hosts';
import { recordingOf } from './scene';
import type { CommandCall } from './scene';

recordingOf('access');

const READ: CommandCall = { command: 'read', params: { path: 'Home.md' } };
const APPEND: CommandCall = { command: 'append', params: { path: 'Home.md', content: 'More' } };
const IN_PLACE: CommandCall = { command: 'append', params: { path: 'Home.md', content: PAIRS } };
const EDIT: CommandCall = {
  command: 'cli-bridge:edit',
  params: { path: 'Home.md', old: 'loose', new: 'tight' },
};
const CREATE: CommandCall = { command: 'create', params: { path: 'New.md', content: 'x' } };
const REPLACE: CommandCall = { ...CREATE, flags: ['overwrite'] };
const ERASE: CommandCall = { command: 'delete', params: { path: 'Inbox.md' }, flags: ['permanent'] };
const EVAL: CommandCall = { command: 'eval', params: { code: '1' } };
const TASK: CommandCall = { command: 'task', params: { path: 'Inbox.md', line: 7 } };
const DONE: CommandCall = { ...TASK, flags: ['done'] };
const ATTACH: CommandCall = { command: 'cli-bridge:attach', params: { path: 'a.bin', base64: 'AAEC' } };
const UNDO: CommandCall = { command: 'cli-bridge:undo', params: { id: 'last' } };
const DRY: CommandCall = { ...UNDO, flags: ['dry'] };
const DAILY: CommandCall = { command: 'daily:read' };
const MANY = [
  READ,
  APPEND,
  IN_PLACE,
  EDIT,
  CREATE,
  TASK,
  DONE,
  ATTACH,
  DRY,
  UNDO,
  DAILY,
  EVAL,
  ERASE,
] as const;

test('keys of each kind', async (context) => {
  const keys = {
    reader: makeKey('reader', { access: 'read' }),
    writer: makeKey('writer', { access: 'write' }),
    full: makeKey('full'),
    asked: makeKey('asked', { ask: true }),
    few: makeKey('few', { commands: ['read', 'daily:*', 'append'] }),
    second: makeKey('second', { vaults: ['second'] }),
    agent: makeKey('agent', { interfaces: ['mcp'] }),
    script: makeKey('script', { interfaces: ['rest'] }),
    old: makeKey('old', { expires: '2020-01-01' }),
  };
  const host = await openHost(context, 'keys', {
    settings: { allowDangerousCommands: true },
    ports: { keys: Object.values(keys).map(({ record }) => record) },
  });
  for (const { key } of Object.values(keys)) {
    const headers = { Authorization: `Bearer ${key}` };
    for (const call of MANY) await host.scene.call(call, headers);
    await host.scene.call({ ...READ, vault: 'second' }, headers);
    await host.scene.call({ ...IN_PLACE, vault: 'second' }, headers);
    await host.scene.batch([READ, APPEND, EVAL], { stopOnError: false }, headers);
    await host.scene.send('/api/v1/health', { headers });
    for (const call of [READ, APPEND, EVAL, { ...READ, vault: 'second' }])
      await host.scene.executeCall(call, key);
    await host.scene.search({ query: 'delete a note' }, key);
  }
  endScene(host);
});

const SETTINGS = {
  'read-only mode': { readOnly: true },
  'blocked commands': { blockedCommands: ['append', 'daily:*', 'create'] },
  'allowed commands': { allowedCommands: ['read', 'task', 'cli-bridge:*'] },
  'trusted commands': { trustedCommands: ['eval'] },
  'allowed vaults': { allowedVaults: ['second'] },
  'the program chooses the vault': { defaultVault: '*' },
  'the program chooses among allowed vaults': { defaultVault: '*', allowedVaults: ['first'] },
  'another default vault': { defaultVault: 'second' },
  'a vault that is gone': { defaultVault: 'third' },
  'questions that nobody is asked': { askFirst: ['append', 'eval'] },
  'no REST': { restEnabled: false },
  'no MCP': { mcpEnabled: false },
  CORS: { corsEnabled: true, corsOrigins: ['https://example.com'] },
} as const;

test('settings', async (context) => {
  for (const [title, settings] of Object.entries(SETTINGS)) {
    const host = await openHost(context, title, { settings });
    for (const call of MANY) await host.scene.call(call);
    for (const call of [READ, APPEND, EDIT, EVAL]) await host.scene.executeCall(call);
    await host.scene.search({ query: 'append text' });
    await host.scene.send('/api/v1/commands?details=true');
    for (const origin of ['https://example.com', 'https://evil.example']) {
      await host.scene.send('/api/v1/cli/files', { headers: { Origin: origin } });
      await host.scene.send('/api/v1/cli/files', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    }
    endScene(host);
  }
});

async function openAsking(
  context: Parameters<typeof openHost>[0],
  title: string,
  others: Parameters<typeof openHost>[2] = {},
): Promise<Host & { readonly person: ScriptedApprovals }> {
  const person = new ScriptedApprovals();
  person.always = 'allow';
  const settings = { allowDangerousCommands: true, askFirst: ['*'] };
  return { ...(await openHost(context, title, { person, settings, ...others })), person };
}

test.each(['own', 'folders', 'none'] as const)('a user who is asked, with the store %s', async (store) => {
  for (const answer of ['allow', 'deny'] as const) {
    const host = await openAsking(THIS_TEST, `asked: ${answer}, ${store}`, { store });
    host.person.always = answer;
    for (const call of MANY) await host.scene.call(call);
    for (const call of [REPLACE, CREATE, { ...IN_PLACE, vault: 'second' }, UNDO]) await host.scene.call(call);
    for (const call of [APPEND, EDIT, EVAL]) await host.scene.executeCall(call);
    await host.scene.batch([APPEND, READ, EDIT, CREATE]);
    await host.scene.execute({ calls: [APPEND, TASK, DONE], stop_on_error: false });
    await host.scene.call(UNDO);
    endScene(host);
  }
});

test('a user who allows for a while, pauses, or does not answer', async (context) => {
  const other = makeKey('other');
  const pausedClients = new Set<string>();
  const host = await openAsking(context, 'answers of the user', {
    ports: { answerMs: 1_500, keys: [other.record], pausedClients },
  });
  const headers = { Authorization: `Bearer ${other.key}` };
  const { scene, person } = host;
  person.always = 'allow_for_a_while';
  await scene.call(APPEND, headers);
  person.always = 'deny';
  await scene.call(APPEND, headers);
  await scene.call(EDIT, headers);
  await scene.call(APPEND);
  person.always = undefined;
  await scene.call(CREATE);
  await scene.executeCall(CREATE);
  person.always = 'deny_and_pause';
  await scene.call(CREATE, headers);
  await scene.call(READ, headers);
  await scene.call(APPEND, headers);
  await scene.executeCall(EDIT, other.key);
  await scene.call(READ);
  await scene.call(EDIT);
  pausedClients.clear();
  person.always = undefined;
  const broken = scene.call({ ...EDIT, params: { ...EDIT.params, new: 'x' } });
  const asked = person.asked.length;
  (await person.nth(asked + 1)).fail(new Error('The window is gone'));
  await broken;
  const changed = scene.call(EDIT);
  const question = await person.nth(asked + 2);
  await host.notes.change('Home.md', (text) => `${text}typed\n`);
  question.answer('allow');
  await changed;
  endScene(host);
});
