import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { residentVault } from '../kit/resident-stand-in';
import { StandaloneHost } from '../kit/standalone-host';
import { codeBlocks } from './pages';

/** The curl commands of a page, in order, each with its continued lines. */
function curlLines(page: string): string[] {
  return (
    codeBlocks(page, 'sh')
      .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => line.startsWith('curl '))
      // A stream that has no end, and only in the app: see test/plugin/events.test.ts.
      .filter((line) => !line.includes('/api/v1/events'))
  );
}

/** Whether an answer of any kind says that it went well. */
function wentWell(answer: string, line: string): boolean {
  // curl itself fails if the answer is a failure.
  if (line.includes(' -o ')) return answer === '';
  if (line.includes('text/plain')) return !/^Error/.test(answer) && answer.trim() !== '';
  const { ok, result } = JSON.parse(answer) as { ok?: boolean; result?: { isError?: boolean } };
  return ok === true || (result !== undefined && result.isError !== true);
}

test.for([
  ['README.md', ['/api/v1/health', '/api/v1/cli/', '/mcp']],
  ['docs/rest-api.md', ['/api/v1/commands', '/api/v1/cli/']],
  ['skills/obsidian-vault/SKILL.md', ['/api/v1/cli/', '/api/v1/batch']],
] as const)('every curl line of %s works when it is pasted', async ([page, paths], context) => {
  const lines = curlLines(page);
  for (const path of paths) {
    expect(
      lines.some((line) => line.includes(`:27124${path}`)),
      `a line for ${path}`,
    ).toBe(true);
  }
  const { file } = (await residentVault(context)).program;
  const host = StandaloneHost.start(context, built, ['--port', '0', '--cli', file]);
  const url = await host.url();
  const cwd = await makeFolder(context);
  const key = /^export KEY=(\w+)$/m.exec(host.stdout)?.[1] ?? '';
  for (const line of lines) {
    const pasted = line.replaceAll('http://127.0.0.1:27124', url);
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${pasted} --silent --show-error${line.includes(' -o ') ? ' --fail' : ''}`],
      {
        cwd,
        env: { ...process.env, KEY: key, CLI_BRIDGE_API_KEY: key },
      },
    );
    expect(wentWell(stdout, line), `${line}\n${stdout}`).toBe(true);
  }
});
