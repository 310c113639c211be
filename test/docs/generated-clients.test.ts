import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../../src/bridge/notes/file-store';
import { serve, TEST_KEY } from '../kit/bridge';
import { residentVault } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { codeBlocks, ROOT } from './pages';

const scope = groupScope();
let url: string;
let vault: string;
let source: string;

beforeAll(async () => {
  const { vault: folder, program } = await residentVault(scope);
  const { client } = await serve(scope, { program, openFolder });
  ({ url } = client);
  vault = folder;
  source = (await client.send('/api/v1/openapi.json')).text;
});

describe('the document that a bridge serves is valid', () => {
  test('by the schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(source) as Record<string, unknown>);
    expect([valid, errors]).toEqual([true, undefined]);
  });

  test('by the rules of Redocly, also its strictest', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

/** What the client on the page does not show: other kinds of calls, and calls that must not compile. */
const MORE = `
const health = await bridge.GET('/api/v1/health');
console.log(health.data?.data.cli.available);
const batch = await bridge.POST('/api/v1/batch', { body: { calls: [{ command: 'read', params: { file: 'Home' } }] } });
console.log(batch.data?.data.map(({ command }) => command));
const query = { file: 'Home', format: 'json' as const, flags: ['counts' as const] };
const tags = await bridge.GET('/api/v1/cli/tags', { params: { query } });
console.log(tags.data?.exitCode);
const gone = await bridge.DELETE('/api/v1/cli/delete', { body: { params: { path: 'Nowhere.md' } } });
console.log(gone.response.status, gone.error?.code);
export const refused = () => [
  // @ts-expect-error the parameter is required
  bridge.GET('/api/v1/cli/search', { params: { query: {} } }),
  // @ts-expect-error not among the allowed values
  bridge.GET('/api/v1/cli/search', { params: { query: { query: 'x', format: 'yaml' } } }),
  // @ts-expect-error no such flag
  bridge.POST('/api/v1/cli/create', { body: { params: { path: 'x.md' }, flags: ['overwrites'] } }),
  // @ts-expect-error the text is required
  bridge.POST('/api/v1/cli/append', { body: { params: { path: 'x.md' } } }),
];
`;

test('a generated TypeScript client compiles, and calls the bridge', async () => {
  const [shown = ''] = codeBlocks('docs/rest-api.md', 'ts');
  const client = shown + MORE;
  const types = astToString(await openapiTS(source));
  expect(problemsOf({ 'client.ts': client, 'bridge.ts': types })).toEqual([]);
  const { stdout } = await runNode(toJavaScript(client));
  expect(stdout.split('\n')).toEqual(['6 # One', '', 'true', "[ 'read' ]", '0', '422 file_not_found', '']);
  expect(await readFile(join(vault, 'From TypeScript.md'), 'utf8')).toBe('# One\n');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('python3 is not installed: the Python client is left out.\n');
test.skipIf(!hasPython)('the Python client of the recipes calls the bridge', async () => {
  const shown = codeBlocks('docs/recipes.md', 'python').join('\n');
  const more = `
try:
    run("read", path="Nowhere.md")
except RuntimeError as error:
    print(str(error).split(":")[0])
`;
  const { stdout } = await promisify(execFile)('python3', ['-c', pasted(shown + more)], {
    env: { ...process.env, KEY: TEST_KEY },
  });
  expect(stdout.trim().split(/\r?\n/)).toEqual([
    '29 bytes',
    '- [ ] water the beans',
    'True',
    'file_not_found',
  ]);
  expect(await readFile(join(vault, 'From Python.md'), 'utf8')).toBe('# Two\n\n- [ ] water the beans\n');
});

/** The code of a page, for this bridge. */
function pasted(code: string): string {
  return code.replaceAll('http://127.0.0.1:27124', url);
}

function toJavaScript(code: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(pasted(code), { compilerOptions }).outputText;
}

/** Runs a module that is nowhere in a file, with the packages of the repository. */
function runNode(code: string): Promise<{ stdout: string }> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module'], {
    cwd: ROOT,
    env: { ...process.env, KEY: TEST_KEY },
  });
  running.child.stdin?.end(code);
  return running;
}

/** What the compiler says of files that are nowhere on the disk, with the options of the repository. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
  const texts = new Map(Object.entries(files).map(([name, text]) => [posixPath(name), text]));
  const host = ts.createCompilerHost(options);
  const onDisk = ts.createCompilerHost(options);
  host.fileExists = (name) => texts.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => texts.get(name) ?? onDisk.readFile(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.text.slice(0, start ?? 0).split('\n').length;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** The path of a file of the repository, as the compiler writes it. */
function posixPath(name: string): string {
  return join(ROOT, name).replaceAll('\\', '/');
}
