import { expect, test } from 'vitest';
import { serveFake } from '../../kit/bridge';
import { until } from '../../kit/until';

/** Takes a while for each call. */
const SLOW = 'sleep 0.3; echo "ran $command"';

test('a call of the host itself waits for one call of a client at most, and is not logged', async (scope) => {
  const { bridge, client, cli } = await serveFake(scope, SLOW);
  await client.get('files');
  const before = (await cli.calls()).length;
  const logged = bridge.log.list().length;
  const answers = ['files', 'folders', 'tags', 'tasks'].map((name) => client.get(name));
  await until('the queue', () => bridge.status().waiting === 3);
  const { stdout } = await bridge.run('bookmarks');
  expect(stdout).toBe('ran bookmarks\n');
  await Promise.all(answers);
  const names = (await cli.calls()).slice(before).map(([name]) => name);
  expect(names).toHaveLength(5);
  expect(names.indexOf('bookmarks')).toBeLessThan(3);
  expect(bridge.log.list().length - logged).toBe(4);
});

test('a refusal has no next step for a client, because a person reads it', async (scope) => {
  const { bridge } = await serveFake(scope, SLOW);
  const refused = bridge.run('cli-bridge:undo', { params: { id: '' } });
  await expect(refused).rejects.toMatchObject({
    code: 'missing_parameter',
    context: { command: 'cli-bridge:undo' },
  });
  await expect(refused).rejects.not.toHaveProperty('context.hint');
});
