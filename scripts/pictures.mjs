/** Takes all pictures in docs/images in Chromium, and records the words in them: `npm run pictures`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [path('node_modules/vitest/vitest.mjs'), 'run', '--config', path('test/pictures/vitest.config.ts')],
  { cwd: path('.'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
