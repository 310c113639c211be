import { test } from 'vitest';
import { PLATFORM_NAMES } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';
import { APP_WRITES, LONG, NOTE_WRITES, PAIRS, READS } from './calls';
import { endScene, openHost } from './hosts';
import type { Host } from './hosts';
import { recordingOf } from './scene';

recordingOf('commands');

const ALL = { allowDangerousCommands: true };

/** Turns on the core plugin of a command that the sample vault has switched off. */
async function turnOn({ scene }: Host, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await scene.call({ command: 'plugin:enable', params: { id, filter: 'core' } });
}

test('every command over REST', async (context) => {
  const host = await openHost(context, 'commands over REST', { settings: ALL });
  for (const call of READS) await host.scene.call(call);
  await turnOn(host, 'zk-prefixer', 'workspaces', 'webviewer', 'publish');
  for (const call of [...NOTE_WRITES, ...APP_WRITES]) await host.scene.call(call);
  endScene(host);
});

test('every command over MCP', async (context) => {
  const host = await openHost(context, 'commands over MCP', { settings: ALL });
  for (const call of READS) await host.scene.executeCall(call);
  await turnOn(host, 'zk-prefixer', 'workspaces', 'webviewer', 'publish');
  for (const call of [...NOTE_WRITES, ...APP_WRITES]) await host.scene.executeCall(call);
  endScene(host);
});

test.each(['folders', 'none'] as const)('what changes notes, with the store %s', async (store) => {
  for (const through of ['call', 'executeCall'] as const) {
    const host = await openHost(THIS_TEST, `notes by ${store}, ${through}`, { store, settings: ALL });
    await turnOn(host, 'zk-prefixer');
    for (const call of NOTE_WRITES) await host.scene[through](call);
    await host.scene.call({ command: 'cli-bridge:attachment', params: { path: 'Attachments/dot.bin' } });
    endScene(host);
  }
});

test.each(PLATFORM_NAMES)('long texts where the program has the limits of %s', async (platform) => {
  for (const store of ['own', 'none'] as const) {
    const host = await openHost(THIS_TEST, `long texts on ${platform}, ${store}`, { store, platform });
    const texts = ['short', `${'x'.repeat(3_600)}\n`, `${'ü\n'.repeat(4_500)}`, LONG, PAIRS];
    for (const [index, content] of texts.entries()) {
      const path = `Text ${index}.md`;
      await host.scene.call({ command: 'create', params: { path, content } });
      await host.scene.call({ command: 'append', params: { path, content } });
      await host.scene.call({ command: 'prepend', params: { path, content }, flags: ['inline'] });
      await host.scene.call({ command: 'daily:append', params: { content } });
    }
  }
});

test('GET, POST and DELETE of each command, without and with unknown parameters', async (context) => {
  const host = await openHost(context, 'each command');
  const { data } = await host.scene.envelope('/api/v1/commands');
  const listed = (data ?? []) as readonly { readonly command: string }[];
  for (const { command: name } of listed) {
    await host.scene.search({ command: name });
    // They take any note of the vault.
    if (name.startsWith('random')) continue;
    await host.scene.get(name);
    await host.scene.call({ command: name, params: { nonsense: 'x' }, flags: ['nonsense'] });
    await host.scene.call({ command: name, params: {} }, {}, 'DELETE');
    await host.scene.execute({ command: name, params: { nonsense: 'x' } });
  }
});
