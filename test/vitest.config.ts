import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withEmbeddedFiles } from '../scripts/build/embedded-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { obsidian: fileURLToPath(new URL('./obsidian/index.ts', import.meta.url)) } },
  define: await withEmbeddedFiles(),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    maxWorkers: 3,
  },
});
