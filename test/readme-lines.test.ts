import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from './kit/built';
import { StandaloneHost } from './kit/standalone-host';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The curl commands of the README's shell blocks, in order, each with its continued lines; all name the key as `$KEY`. */
const lines = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line.startsWith('curl '));

test('every curl line of the README works when it is pasted after `npm start`', async (context) => {
  const host = StandaloneHost.start(context, built, ['--port', '0', '--stand-in']);
  const url = await host.url();
  const key = /^export KEY=(\w+)$/m.exec(host.stdout)?.[1] ?? '';
  expect(lines.length).toBeGreaterThan(8);
  for (const path of ['/api/v1/health', '/api/v1/commands', '/api/v1/cli/', '/mcp']) {
    expect(readme, `a line for ${path}`).toMatch(new RegExp(`curl[^\`]*127\\.0\\.0\\.1:27124${path}`));
  }
  for (const line of lines) {
    const pasted = line.replaceAll('http://127.0.0.1:27124', url);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${pasted} --silent --show-error`], {
      env: { ...process.env, KEY: key },
    });
    const answer = JSON.parse(/^\{/.test(stdout) ? stdout : (/^data: (.*)$/m.exec(stdout)?.[1] ?? '')) as {
      ok?: boolean;
      result?: unknown;
    };
    expect(answer.ok === true || answer.result !== undefined, `${line}\n${stdout}`).toBe(true);
  }
});
