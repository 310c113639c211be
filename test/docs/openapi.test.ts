import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/folder';
import { read, ROOT } from './pages';

test('docs/openapi.json is what `npm run openapi` writes', async (context) => {
  const file = join(await makeFolder(context), 'openapi.json');
  await promisify(execFile)(process.execPath, ['scripts/openapi.mjs', file], { cwd: ROOT });
  expect((await readFile(file, 'utf8')) === read('docs/openapi.json'), 'run `npm run openapi`').toBe(true);
});
