import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withEmbeddedFiles } from '../scripts/build/embedded-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that replace modules, or change what modules hold: each has its modules for itself. The others share them, which is quicker. */
const APART = [
  'test/attack/key.test.ts',
  'test/bridge/cli/end-process.test.ts',
  'test/bridge/commands/add-a-record.test.ts',
  'test/faults/stopping.test.ts',
];

export default defineConfig({
  root,
  resolve: { alias: { obsidian: fileURLToPath(new URL('./obsidian/index.ts', import.meta.url)) } },
  define: await withEmbeddedFiles(),
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: APART, isolate: false },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    globalSetup: ['test/kit/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    maxWorkers: 4,
  },
});
