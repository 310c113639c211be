/**
 * Records what this build answers to several hundred requests, and what it writes: `node test/recording/record.mjs FILE`.
 * The recordings of two builds are compared with `node test/recording/compare.mjs BEFORE AFTER`. A recording is made with
 * the recorder of its own tree, so that both trees must have the same one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node test/recording/record.mjs FILE');
  process.exit(2);
}
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const parts = mkdtempSync(join(tmpdir(), 'cli-bridge-recording-'));
try {
  const { status } = spawnSync(
    process.execPath,
    [path('node_modules/vitest/vitest.mjs'), 'run', '--config', path('test/recording/vitest.config.ts')],
    { cwd: path('.'), env: { ...process.env, RECORDING_PARTS: parts, TZ: 'UTC' }, stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
  const entries = readdirSync(parts)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(parts, name), 'utf8')));
  writeFileSync(file, `${JSON.stringify(entries, null, 1)}\n`);
  console.log(`${entries.length} entries in ${file}`);
} finally {
  rmSync(parts, { recursive: true });
}
