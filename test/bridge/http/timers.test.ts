import { expect, test } from 'vitest';
import { BEHAVIORS, FAKE_VERSION, writeFakeCli } from '../../kit/fake-cli';
import { makeFolder } from '../../kit/folder';
import { makeBridge, settingsWith, TEST_KEY } from '../../kit/bridge';
import { Client } from '../../kit/http-client';
import { activeAfter } from '../../kit/processes';

// In a file of its own: timers left over from other tests would hide one left by the bridge.
test('no timer is left after a health request that waits for the program, or after a stop', async (context) => {
  const cli = await writeFakeCli(await makeFolder(context), BEHAVIORS.silent, {
    version: `sleep 0.3; echo '${FAKE_VERSION}'`,
  });
  const bridge = makeBridge(context, settingsWith(), { program: { file: cli.path, leadingArguments: [] } });
  const before = await activeAfter('Timeout', 0);
  const { port } = await bridge.start();
  const health = await new Client(`http://127.0.0.1:${port}`, TEST_KEY).anonymous('/api/v1/health');
  expect(health.envelope.stdout).toContain(FAKE_VERSION);
  expect(await activeAfter('Timeout', before)).toBe(0);
  await bridge.stop(5_000);
  expect(await activeAfter('Timeout', before)).toBe(0);
});
