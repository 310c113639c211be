// The tests that `npm test` leaves out (see test/vitest.config.ts), with at least 10,000 generated requests, or FUZZ_RUNS of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('../vitest.config.ts', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '10000' },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
