import { expect, test } from 'vitest';
import { serveFake } from '../../kit/bridge';
import { pathOf } from '../../kit/http-client';
import type { HttpAnswer } from '../../kit/http-client';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

/** Makes a call that is answered as text, while the program does this. */
async function asText(behavior: string, target = pathOf('files')): Promise<HttpAnswer> {
  const { bridge, client } = await serveFake(THIS_TEST, behavior, { timeoutSeconds: 1 });
  await until('the program is recognized', () => bridge.status().cli.recognized);
  return client.send(target, { headers: { Accept: 'text/plain' } });
}

test('as text, each warning is a header that ASCII can carry', async () => {
  const { headers, text } = await asText(
    'echo a.md',
    `${pathOf('tags')}?sort=${encodeURIComponent('Übung 日\n')}`,
  );
  const [warning = ''] = [headers['x-warning'] ?? ''].flat();
  expect(warning).toMatch(/^[\x20-\x7e]+$/);
  expect(decodeURIComponent(warning)).toContain('Übung 日');
  expect(text).toBe('a.md\n');
  expect((await asText('echo a.md')).headers).not.toHaveProperty('x-warning');
});

test.each([
  [
    'what it said, with one line break at its end',
    `printf 'It broke.\\n\\n' >&2; exit 3`,
    /^CLI command failed\nIt broke\.\n/,
  ],
  [
    'once, on whichever streams it was said',
    'echo "It broke."; echo "It broke." >&2; exit 3',
    /^CLI command failed\nIt broke\.\n(?!.*It broke)/s,
  ],
  [
    'the output so far, as the last',
    'echo so far; exec sleep 20',
    /^The command did not finish within 1 second.*\n[A-Z].*\.\nso far\n$/,
  ],
])('as text, a failure shows %s', async (_what, behavior, expected) => {
  const { status, text } = await asText(behavior);
  expect(status).toBe(422);
  expect(text).toMatch(expected);
});
