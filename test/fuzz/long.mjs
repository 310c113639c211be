// The tests that `npm test` leaves out, with at least 10,000 generated requests, or FUZZ_RUNS of them; every known answer of the
// program to every command; and 1,000 requests at once.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('../vitest.config.ts', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--config',
    config,
    'test/fuzz',
    'test/answers',
    'test/load',
    'test/page/looks',
    'test/attack/browser',
  ],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '10000' },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
