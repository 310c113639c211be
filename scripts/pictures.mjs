/** Takes the pictures in docs/images of the real dialog, settings and page in Chromium: `npm run pictures`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [path('node_modules/vitest/vitest.mjs'), 'run', '--config', path('test/pictures/vitest.config.ts')],
  { cwd: path('.'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
