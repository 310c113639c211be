import { expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { commandList } from '../../../src/bridge/http/command-list';
import { DEFAULT_SETTINGS } from '../../../src/bridge/settings';
import { serve } from '../../kit/bridge';
import { Client } from '../../kit/http-client';
import { makeKey } from '../../kit/keys';

test('the list follows the commands of the running app', async () => {
  let help = 'Commands:\n  shelf:dust  Dust the shelf\n';
  const catalogue = new Catalogue(() => Promise.resolve(help));
  await catalogue.refresh();
  expect(commandList(catalogue, DEFAULT_SETTINGS)).toContainEqual(
    expect.objectContaining({ command: 'shelf:dust' }),
  );
  help = 'Commands:\n  shelf:paint  Paint the shelf\n';
  await catalogue.refresh();
  expect(commandList(catalogue, DEFAULT_SETTINGS)).toContainEqual(
    expect.objectContaining({ command: 'shelf:paint' }),
  );
  expect(JSON.stringify(commandList(catalogue, DEFAULT_SETTINGS))).not.toContain('shelf:dust');
});

test('with a query, it has the commands that fit, best first', async (context) => {
  const { client } = await serve(context, {});
  const found = async (words: string): Promise<string[]> => {
    const query = new URLSearchParams({ query: words }).toString();
    const { envelope } = await client.anonymous(`/api/v1/commands?${query}`);
    return (envelope.data as { command: string }[]).map(({ command }) => command);
  };
  expect((await found('jot something in the diary'))[0]).toBe('daily:append');
  expect((await found('property set'))[0]).toBe('property:set');
  expect(await found('xyzzy plugh')).toEqual([]);
});

test('with a query and details, it has both', async (context) => {
  const { client } = await serve(context, {});
  for (const query of ['query=property+set&details=true', 'details=true&query=property+set']) {
    const { envelope } = await client.anonymous(`/api/v1/commands?${query}`);
    const [first, ...others] = envelope.data as { command: string; usage?: string }[];
    expect([first?.command, first?.usage]).toEqual(['property:set', expect.stringContaining('name=<name>')]);
    expect(others.map(({ command }) => command)).not.toContain('eval');
  }
});

test('with details, it says how to call each command, and why the client cannot use it', async (context) => {
  const reader = makeKey('reader', { access: 'read' });
  const { client, change } = await serve(
    context,
    { program: { file: '/nonexistent', leadingArguments: [] }, keys: [reader.record] },
    { blockedCommands: ['tags'] },
  );
  const path = '/api/v1/commands?details=true';
  const entry = async (of: Client | undefined, command: string): Promise<unknown> => {
    const { envelope } = await (of ? of.request(path) : client.anonymous(path));
    return (envelope.data as { command: string }[]).find((each) => each.command === command);
  };
  expect(await entry(undefined, 'append')).toMatchObject({
    usage: 'append path=<note>|file=<name> content=<text> [inline]',
    parameters: expect.arrayContaining([
      { name: 'content', required: true, description: expect.stringMatching(/./) as string },
    ]) as unknown,
    flags: [{ name: 'inline', description: expect.stringMatching(/./) as string }],
  });
  expect(await entry(undefined, 'append')).not.toHaveProperty('off');
  expect(await entry(undefined, 'tags')).toMatchObject({
    off: expect.stringContaining('"Blocked commands"') as string,
  });
  const asReader = new Client(client.url, reader.key);
  expect(await entry(asReader, 'append')).toMatchObject({ off: 'ask the user for a key that allows it' });
  expect(await entry(asReader, 'files')).not.toHaveProperty('off');
  change({ blockedCommands: [] });
  expect(await entry(undefined, 'tags')).not.toHaveProperty('off');
  expect((await new Client(client.url, 'wrong-key').request(path)).status).toBe(401);
  const plainList = await client.anonymous('/api/v1/commands?details=false');
  expect((plainList.envelope.data as object[])[0]).not.toHaveProperty('usage');
});
