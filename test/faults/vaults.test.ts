import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/bridge/settings';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { callTool } from '../kit/mcp-client';
import { residentStandIn } from '../kit/resident-stand-in';
import { sampleVault } from '../kit/sample-vault';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';

/** A bridge over two vaults in folders of one name, whose ids are `one` and `two`; each has a note `Where.md` that says so. */
async function serveTwins(
  scope: TestScope,
  settings: Partial<Settings> = {},
  switches: Readonly<Record<string, string>> = {},
): Promise<Served & { readonly one: string; readonly two: string }> {
  const [one, two] = [await sampleVault(scope), await sampleVault(scope)];
  await writeFile(join(one, 'Where.md'), 'one\n');
  await writeFile(join(two, 'Where.md'), 'two\n');
  const { program } = await residentStandIn(scope, {
    OBSIDIAN_STANDIN_VAULTS: [one, two].join(delimiter),
    OBSIDIAN_STANDIN_VAULT_IDS: 'one,two',
    ...switches,
  });
  const served = await serve(scope, { program }, settings);
  await until('the program is recognized', () => served.bridge.status().cli.recognized);
  return { ...served, one, two };
}

describe('two vaults of one name', () => {
  test('a write to the name changes neither, and to an id the right one', async (scope) => {
    const { client, one, two } = await serveTwins(scope);
    const texts = () => Promise.all([one, two].map((vault) => readFile(join(vault, 'Where.md'), 'utf8')));
    const append = (vault: string) =>
      client.post('append', { vault, params: { path: 'Where.md', content: `sent to ${vault}` } });
    const { status, envelope } = await append('sample-vault');
    expect([status, envelope.code]).toEqual([400, 'ambiguous_vault']);
    for (const vault of [one, two]) expect(envelope.error).toContain(vault);
    expect(await texts()).toEqual(['one\n', 'two\n']);
    for (const id of ['one', 'two']) expect((await append(id)).status).toBe(200);
    const [first = '', second = ''] = await texts();
    expect([first, second].map((text) => text.replaceAll('\n', ' ').trim())).toEqual([
      expect.stringMatching(/^one +sent to one$/),
      expect.stringMatching(/^two +sent to two$/),
    ]);
  });

  test('neither can be the default one by its name, or be let through by it', async (scope) => {
    const { client, change } = await serveTwins(scope, { defaultVault: 'sample-vault' });
    expect((await client.get('read', { path: 'Where.md' })).envelope.code).toBe('ambiguous_vault');
    change({ defaultVault: 'two' });
    expect((await client.get('read', { path: 'Where.md' })).envelope.stdout).toBe('two\n');
    change({ allowedVaults: ['sample-vault'] });
    expect((await client.get('read', { path: 'Where.md' })).envelope.code).toBe('vault_not_allowed');
    change({ allowedVaults: ['two'] });
    expect((await client.get('read', { path: 'Where.md' })).envelope.stdout).toBe('two\n');
    expect((await client.get('read', { path: 'Where.md', vault: 'one' })).status).toBe(403);
  });
});

test('a vault that is closed: the app opens it, and the call is made once', async (scope) => {
  const { client, one } = await serveTwins(scope, {}, { OBSIDIAN_STANDIN_COLD: '1' });
  const call = { vault: 'one', params: { path: 'Where.md', content: 'more' }, flags: ['inline'] };
  const { status, envelope } = await client.post('append', call);
  expect([status, envelope.stdout, envelope.warnings]).toEqual([200, 'Appended to: Where.md\n', undefined]);
  expect(await readFile(join(one, 'Where.md'), 'utf8')).toBe('one\nmore');
});

test('a default vault that is unknown: its failure says what to run, and that works', async (scope) => {
  const { client } = await serveTwins(scope, { defaultVault: 'Gone' });
  const failed = await client.get('read', { path: 'Where.md' });
  expect(failed.envelope).toMatchObject({ code: 'vault_not_found', stderr: 'Vault not found.' });
  expect(failed.envelope.hint).toMatch(/^Run vaults .*"Default vault"/);
  for (const [command, said] of [
    ['vaults', /^sample-vault$/m],
    ['version', /^\d+\.\d+\.\d+/],
    ['help', /^Usage: obsidian/m],
  ] as const) {
    const { status, envelope } = await client.get(command);
    expect([status, envelope.stdout]).toEqual([200, expect.stringMatching(said)]);
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { command });
    expect(structured).toMatchObject({ ok: true, stdout: expect.stringMatching(said) as string });
  }
  expect((await client.get('read', { path: 'Where.md', vault: 'one' })).envelope.stdout).toBe('one\n');
});
