import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { residentVault } from '../kit/resident-stand-in';
import { StandaloneHost } from '../kit/standalone-host';
import { codeBlocks } from './pages';

/** The blocks of a page that call the bridge with curl, in order. */
function curlBlocks(page: string): string[] {
  return (
    codeBlocks(page, 'sh')
      .filter((block) => /^curl /m.test(block))
      // A stream that has no end, and only in the app: see test/plugin/events.test.ts.
      .filter((block) => !block.includes('/api/v1/events'))
  );
}

/** One call: the arguments of curl, its exit status, and what it printed. */
interface Called {
  readonly line: string;
  readonly status: string;
  readonly answer: string;
}

/** Shows after each answer, between separators, how curl ended and how it was called. */
const CURL = `curl() {
  command curl --silent --show-error --fail-with-body "$@"
  printf '\\036%s\\036%s\\036' "$?" "$*"
}`;

/** Pastes these texts into one shell, one after the other. @returns its calls of curl */
async function paste(texts: readonly string[], cwd: string, key: string): Promise<Called[]> {
  const env = { ...process.env, CLI_BRIDGE_API_KEY: key };
  const { stdout } = await promisify(execFile)('sh', ['-c', [CURL, ...texts].join('\n')], { cwd, env });
  const parts = stdout.split('\x1e');
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, index) => {
    const [answer = '', status = '', line = ''] = parts.slice(index * 3);
    return { line, status, answer };
  });
}

/** Whether an answer of any kind says that it went well. */
function wentWell({ line, status, answer }: Called): boolean {
  // curl fails if the HTTP status is that of a failure.
  if (status !== '0') return false;
  if (line.includes(' -o ')) return answer === '';
  if (line.includes('text/plain')) return !/^Error/.test(answer) && answer.trim() !== '';
  const { ok, result } = JSON.parse(answer) as { ok?: boolean; result?: { isError?: boolean } };
  return ok === true || (result !== undefined && result.isError !== true);
}

test.for([
  ['README.md', ['/api/v1/health', '/api/v1/cli/', '/mcp']],
  ['docs/rest-api.md', ['/api/v1/commands', '/api/v1/cli/']],
  ['skills/obsidian-vault/SKILL.md', ['/api/v1/cli/', '/api/v1/batch']],
] as const)('every block of curl lines of %s works when it is pasted', async ([page, paths], context) => {
  const blocks = curlBlocks(page);
  for (const path of paths) expect(blocks.join(''), `a line for ${path}`).toContain(`:27124${path}`);
  // At a prompt, zsh takes no line for a comment, and a quote would go on over the lines below.
  for (const block of blocks) expect(block).not.toMatch(/^#.*['"`]/m);
  const { file } = (await residentVault(context)).program;
  const host = StandaloneHost.start(context, built, ['--port', '0', '--cli', file]);
  const url = await host.url();
  const [exported = '', key = ''] = /^export KEY=(\w+)$/m.exec(host.stdout) ?? [];
  const pasted = [exported, ...blocks.map((block) => block.replaceAll('http://127.0.0.1:27124', url))];
  const calls = await paste(pasted, await makeFolder(context), key);
  expect(calls).toHaveLength(blocks.join('').match(/^curl /gm)?.length ?? 0);
  for (const called of calls) expect(wentWell(called), `${called.line}\n${called.answer}`).toBe(true);
});
