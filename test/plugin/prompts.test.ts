import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { runApp } from './running-app';

it('notes are prompts in the plugin, from the app and as they are now', async (test) => {
  const running = await runApp(test);
  const { url, key } = running.client();
  const connect = async (): Promise<Client> => {
    const agent = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    test.onTestFinished(() => agent.close());
    return agent;
  };
  expect((await connect()).getServerCapabilities()).not.toHaveProperty('prompts');
  await running.plugin.bridge.settings.change({ promptsFolder: 'Prompts/' });
  const agent = await connect();
  const sample = {
    name: 'Compare books',
    description: 'Compares two books by what my notes say about them',
    arguments: ['first', 'second'].map((name) => ({ name, required: true })),
  };
  expect((await agent.listPrompts()).prompts).toEqual([sample]);
  const given = { first: '$&', second: '{{first}}' };
  const { messages } = await agent.getPrompt({ name: sample.name, arguments: given });
  expect(JSON.stringify(messages)).toContain('what my notes say about $& and {{first}}. Compare');
  const folder = join(running.folder, 'Prompts');
  await rename(join(folder, 'Compare books.md'), join(folder, 'v1.2.md'));
  await writeFile(join(folder, 'v1.2.md'), 'changed');
  await expect.poll(async () => (await agent.listPrompts()).prompts).toEqual([{ name: 'v1.2' }]);
  await running.plugin.bridge.settings.change({ promptsFolder: 'Nowhere' });
  expect((await agent.listPrompts()).prompts).toEqual([]);
  // Another vault, whose notes only the program can read.
  const { otherVault: defaultVault } = running;
  await running.plugin.bridge.settings.change({ promptsFolder: 'Prompts', defaultVault });
  expect((await agent.listPrompts()).prompts).toEqual([{ name: 'Compare books' }]);
  await expect(agent.getPrompt({ name: 'Compare books' })).rejects.toThrow('"first", "second"');
});
