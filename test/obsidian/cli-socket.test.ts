import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CliHandler } from 'obsidian';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { runToEnd } from '../standin/run';
import type { Run } from '../standin/run';
import { CliSocket } from './cli-socket';
import { createTestApp } from './testing';

const APP_ID = '0123456789abcdef';

/** Runs the program where a plugin has registered one command. */
async function registered(
  scope: TestScope,
  handler: CliHandler,
): Promise<(...argv: string[]) => Promise<Run>> {
  const folder = await makeFolder(scope);
  const path = join(await makeFolder(scope), 'app.sock');
  const socket = await CliSocket.listen(path);
  scope.onTestFinished(() => socket.close());
  const app = createTestApp({ vaultFolder: folder, appId: APP_ID });
  socket.open(app.standIn);
  const flags = {
    room: { value: '<name>', description: 'Which room', required: true },
    wet: { description: 'With water' },
  };
  app.standIn.cli.register('shelf:dust', { plugin: 'Shelf', description: 'Dust it', flags, handler });
  const switches = { APP_SOCKET: path, VAULT_IDS: APP_ID };
  return (...argv) => runToEnd(built.standIn, argv, { vaults: [folder], switches });
}

test('a registered command gets its parameters as they are, and flags as "true"', async (scope) => {
  const run = await registered(scope, (params) => JSON.stringify(params));
  const long = 'ä😀'.repeat(20_000);
  const { stdout } = await run('shelf:dust', `room=${long}`, 'wet', 'other=a=b\\n');
  expect(JSON.parse(stdout)).toEqual({ room: long, wet: 'true', other: 'a=b\\n' });
  expect(stdout.endsWith('}\n')).toBe(true);
});

test('its answer may take a while, and what it throws is printed', async (scope) => {
  const run = await registered(scope, ({ wet }) =>
    wet === undefined ? Promise.resolve('') : Promise.reject(new TypeError('no water')),
  );
  expect(await run('shelf:dust', 'room=a')).toMatchObject({ stdout: '', stderr: '', code: 0 });
  expect(await run('shelf:dust', 'room=a', 'wet')).toMatchObject({
    stdout: 'TypeError: no water\n',
    code: 0,
  });
});

test('the app asks for what is required, and shows the command in the help', async (scope) => {
  const run = await registered(scope, () => 'done');
  expect((await run('shelf:dust')).stdout).toBe(
    'Error: Missing required parameter: room=<name>\nUsage: shelf:dust room=<name> [wet]\n',
  );
  expect((await run('help', 'shelf')).stdout).toBe(
    '  shelf:dust            [Shelf]: Dust it\n' +
      '    room=<name>         - Which room (required)\n' +
      '    wet                 - With water\n',
  );
});
