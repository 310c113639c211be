import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withDesktopExtension } from '../scripts/build/desktop-extension.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { obsidian: fileURLToPath(new URL('./obsidian/index.ts', import.meta.url)) } },
  define: await withDesktopExtension(),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    maxWorkers: 3,
  },
});
