import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import type { BridgePorts } from '../../../src/bridge/ports';
import type { Settings } from '../../../src/bridge/settings';
import { serve, TEST_KEY } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { filesIn } from '../../kit/folder';
import type { Files } from '../../kit/folder';
import { makeKey } from '../../kit/keys';
import { legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { ScriptedApprovals } from '../../kit/scripted-approvals';
import { residentVault } from '../../kit/resident-stand-in';
import type { TestScope } from '../../kit/test-scope';

const HOME = 'Home.md';
const OTHER = makeKey('a');

interface Confirming extends Served, Files {
  readonly url: URL;
}

async function serveVault(
  scope: TestScope,
  settings: Partial<Settings> = {},
  given: Partial<BridgePorts> = {},
): Promise<Confirming> {
  const { vault, program } = await residentVault(scope);
  const served = await serve(
    scope,
    { program, hostVault: 'sample-vault', keys: [OTHER.record], ...given },
    { allowDangerousCommands: true, ...settings },
  );
  await served.client.get('vault');
  return {
    ...served,
    url: new URL('/mcp', served.client.url),
    ...filesIn(vault),
  };
}

type Given = Record<string, unknown>;

const erase = (path = HOME): Given => ({ command: 'delete', params: { path }, flags: ['permanent'] });
const replace: Given = { command: 'create', params: { path: HOME, content: 'New\n' }, flags: ['overwrite'] };
const LONG_PATH = `${'Archive of all that is old/'.repeat(8)}Taxes.md`;
const evaluate: Given = { command: 'eval', params: { code: '1+1' } };
const append: Given = { command: 'append', params: { path: HOME, content: 'More' } };

/** The client of the official SDK, whose user answers so; counts the questions. */
async function connect(
  { url }: Confirming,
  action: 'accept' | 'decline' | 'cancel',
  mode: 'legacy' | { pin: string } = { pin: '2026-07-28' },
) {
  const asked: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action, ...(action === 'accept' && { content: {} }) };
  });
  const headers = { Authorization: `Bearer ${TEST_KEY}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const execute = async (given: Given): Promise<Given> => {
    const { structuredContent } = await client.callTool({ name: 'execute', arguments: given });
    return structuredContent as Given;
  };
  return { asked, execute, close: () => client.close() };
}

describe('the official client, with a user who can be asked', () => {
  test.for([
    ['a permanent delete', erase(), "This can't be undone."],
    ['an overwrite', replace, "This replaces the file's current content."],
    ['what is dangerous', evaluate, 'This can run code'],
  ] as const)('%s is asked about once, and runs', async ([, given, warning], scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'accept');
    const answer = await execute(given);
    expect(String(answer['code'])).not.toMatch(/denied|approval/);
    expect(asked).toEqual([expect.stringContaining(`Run ${String(given['command'])}`)]);
    expect(asked[0]).toContain(warning);
    expect(asked[0]).toContain('in the vault "sample-vault"');
    expect(vault.bridge.log.list()[0]).toMatchObject({ command: given['command'], decidedBy: 'client' });
    await close();
  });

  test.for(['decline', 'cancel'] as const)('%s: nothing is run', async (action, scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, action);
    expect(await execute(erase())).toMatchObject({ ok: false, code: 'denied_by_user' });
    expect(asked).toHaveLength(1);
    expect(await vault.isThere(HOME)).toBe(true);
    await close();
  });

  test('what cannot be made text beside the call does no harm', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'decline');
    const answer = await execute({ ...erase(), stop_on_error: { toString: 1 } });
    expect(answer).toMatchObject({ ok: false, code: 'denied_by_user' });
    expect(asked).toHaveLength(1);
    await close();
  });

  test('what is not grave is not asked about', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'decline');
    expect(await execute(append)).toMatchObject({ ok: true });
    expect(await execute({ command: 'delete', params: { path: HOME } })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    await close();
  });

  test('several calls are asked about once', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'accept');
    const answer = await execute({ calls: [replace, append, erase('Inbox.md')] });
    expect(answer).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/Run create overwrite [^]*Run delete permanent /);
    expect(asked[0]).not.toContain('append');
    expect(await vault.text(HOME)).toBe('New\n\nMore');
    expect(await vault.isThere('Inbox.md')).toBe(false);
    await close();
  });

  test('each of many calls is shown, with both ends of long texts, and dangerous ones in full', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'decline');
    const content = `Begin${'x'.repeat(5_000)}End`;
    const fill = { ...replace, params: { path: HOME, content } };
    const code = `1;${' '.repeat(900)}app.quit()`;
    const calls = [
      ...Array.from({ length: 15 }, () => fill),
      erase(LONG_PATH),
      { ...evaluate, params: { code } },
    ];
    expect(await execute({ calls })).toMatchObject({ code: 'denied_by_user' });
    expect(asked[0]?.match(/content: Beginx+ \(\d+ more characters\) x+End/g)).toHaveLength(15);
    expect(asked[0]).toContain(`path: ${LONG_PATH}`);
    expect(asked[0]).toContain(`code: ${code}`);
    await close();
  });

  test('what cannot be shown in full is not run', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'accept');
    const code = `1;${' '.repeat(10_000)}app.quit()`;
    expect(await execute({ ...evaluate, params: { code } })).toMatchObject({
      code: 'approval_unavailable',
      error: expect.stringContaining('too long') as string,
    });
    expect(asked).toEqual([]);
    await close();
  });

  test('not where the app asks already, and only there', async (scope) => {
    const person = new ScriptedApprovals();
    person.always = 'allow';
    const vault = await serveVault(scope, { askFirst: ['create'] }, { approvals: person });
    const { asked, execute, close } = await connect(vault, 'decline');
    expect(await execute({ calls: [replace, erase('Inbox.md')] })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(person.asked.map(({ request }) => request.calls.map(({ command }) => command))).toEqual([
      ['create', 'delete'],
    ]);
    expect(await execute(erase())).toMatchObject({ code: 'denied_by_user' });
    expect(asked).toHaveLength(1);
    expect(person.asked).toHaveLength(1);
    await close();
  });

  test('the client cannot stand in for the app', async (scope) => {
    const vault = await serveVault(scope, { askFirst: ['delete'] });
    const { asked, execute, close } = await connect(vault, 'accept');
    expect(await execute(erase())).toMatchObject({ code: 'approval_unavailable' });
    expect(asked).toEqual([]);
    await close();
  });

  test('what is refused anyway is not asked about', async (scope) => {
    const vault = await serveVault(scope, { blockedCommands: ['delete'] });
    const { asked, execute, close } = await connect(vault, 'accept');
    expect(await execute(erase())).toMatchObject({ code: 'command_blocked' });
    expect(asked).toEqual([]);
    await close();
  });

  test('nobody is asked in the 2025 era', async (scope) => {
    const vault = await serveVault(scope);
    const { asked, execute, close } = await connect(vault, 'decline', 'legacy');
    expect(await execute(erase())).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    await close();
  });
});

describe('on the wire', () => {
  /** One request to run this, as a client that can ask sends it. */
  async function request(
    { url }: Confirming,
    given: Given,
    more: Given = {},
    { elicitation = {}, key = TEST_KEY }: { elicitation?: object | undefined; key?: string } = {},
  ): Promise<Given> {
    const capabilities = elicitation === null ? {} : { elicitation };
    const [body, { headers }] = modernRequest(
      'tools/call',
      { name: 'execute', arguments: given, ...more },
      { meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } },
    );
    const { body: answer } = await sendMessage(url, body, {
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    return answer.result ?? {};
  }

  const accept = (requestState: unknown): Given => ({
    inputResponses: { approval: { action: 'accept', content: {} } },
    requestState,
  });

  test('an approval is good for one run of these calls by this client', async (scope) => {
    const vault = await serveVault(scope);
    const asked = await request(vault, erase());
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create' } },
    });
    const state = asked['requestState'];
    const isAsked = { resultType: 'input_required' };
    const [nonce, expires, signature] = String(state).split('.') as [string, string, string];
    const forged = [
      'nonsense',
      '..',
      `${nonce}.${Number(expires) + 1}.${signature}`,
      `x${nonce}.${expires}.${signature}`,
      `${nonce}.${expires}.${'A'.repeat(signature.length)}`,
      `${String(state)}.more`,
    ];
    for (const each of forged) expect(await request(vault, erase(), accept(each))).toMatchObject(isAsked);
    // Without a state, with other arguments, in another vault, by another client, without an answer.
    expect(await request(vault, erase(), { inputResponses: accept('')['inputResponses'] })).toMatchObject(
      isAsked,
    );
    expect(await request(vault, erase('Inbox.md'), accept(state))).toMatchObject(isAsked);
    expect(await request(vault, { ...erase(), vault: '*' }, accept(state))).toMatchObject(isAsked);
    expect(
      await request(vault, { ...erase(), if_revision: '0123456789abcdef' }, accept(state)),
    ).toMatchObject(isAsked);
    expect(await request(vault, erase(), accept(state), { key: OTHER.key })).toMatchObject(isAsked);
    expect(await request(vault, erase(), { requestState: state })).toMatchObject(isAsked);
    expect(await vault.isThere(HOME)).toBe(true);
    expect(await request(vault, erase(), accept(state))).toMatchObject({
      resultType: 'complete',
      structuredContent: { ok: true },
    });
    expect(await vault.isThere(HOME)).toBe(false);
    expect(await request(vault, erase(), accept(state))).toMatchObject(isAsked);
  });

  test('an approval does not count for the same call among others', async (scope) => {
    const vault = await serveVault(scope);
    const first = { calls: [append, erase()] };
    const { requestState } = await request(vault, first);
    const others = [
      { calls: [erase()] },
      { calls: [erase(), append] },
      { calls: [append, append, erase()] },
      { ...first, stop_on_error: false },
      { calls: [{ ...append, params: { path: HOME, content: 'something else' } }, erase()] },
    ];
    for (const each of [...others, erase()])
      expect(await request(vault, each, accept(requestState))).toMatchObject({
        resultType: 'input_required',
      });
    expect(await vault.isThere(HOME)).toBe(true);
    expect(await request(vault, first, accept(requestState))).toMatchObject({
      structuredContent: { ok: true },
    });
    expect(await vault.isThere(HOME)).toBe(false);
  });

  test('the bridge is started anew: it asks again', async (scope) => {
    const vault = await serveVault(scope);
    const { requestState } = await request(vault, erase());
    const anew = await serveVault(scope);
    expect(await request(anew, erase(), accept(requestState))).toMatchObject({
      resultType: 'input_required',
    });
  });

  test.for([
    [{}, true],
    [{ form: {} }, true],
    [{ form: {}, url: {} }, true],
    [{ url: {} }, false],
    [null, false],
  ] as const)('a client that can %o: asked %s', async ([elicitation, isAsked], scope) => {
    const vault = await serveVault(scope);
    const answer = await request(vault, erase(), {}, { elicitation: elicitation as object });
    expect(answer['resultType']).toBe(isAsked ? 'input_required' : 'complete');
    expect(await vault.isThere(HOME)).toBe(isAsked);
  });

  test('a state and an answer from the 2025 era, and to a call that needs none, are left alone', async (scope) => {
    const vault = await serveVault(scope);
    expect(await request(vault, append, accept('nonsense'))).toMatchObject({
      structuredContent: { ok: true },
    });
    const message = legacyMessage('tools/call', { name: 'execute', arguments: erase(), ...accept('x') });
    const { body } = await sendMessage(vault.url, message);
    expect(body.result).toMatchObject({ structuredContent: { ok: true } });
  });
});
