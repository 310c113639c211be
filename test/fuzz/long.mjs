// The fuzz tests with many more generated requests than `npm test` sends, at least 10,000, or FUZZ_RUNS of them; every known answer
// of the program to every command; and 1,000 requests at once.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('../vitest.config.ts', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, 'test/fuzz', 'test/answers', 'test/load'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '10000' },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
