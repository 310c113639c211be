/**
 * Checks a release and fills `release/` with its files: `npm run release:check`. To check it against a tag, add the tag:
 * `npm run release:check -- 3.0.0`.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseProblems } from './problems.mjs';
import { entryProblems } from './registry-entry.mjs';
import { fillRelease, RELEASE_FILES } from './release-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'release');

const problems = [
  ...(await releaseProblems(root, process.argv[2])),
  ...(await entryProblems(root)),
  ...(await fillRelease(folder)),
];
for (const name of RELEASE_FILES) {
  const bytes = await readFile(join(folder, name));
  const digest = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`release/${name}: ${bytes.length} bytes, SHA-256 ${digest}\n`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write('release: ok, two builds with equal bytes\n');
