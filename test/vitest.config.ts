import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { embeddedFiles } from '../scripts/build/embedded-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const define = await embeddedFiles();

// Nothing here uses TLS, and each Node process would read all these certificates when it starts.
delete process.env['NODE_EXTRA_CA_CERTS'];

/** Tests that replace modules: each of these files needs a worker of its own. */
const MOCKING = [
  'test/attack/key.test.ts',
  'test/bridge/cli/end-process.test.ts',
  'test/bridge/commands/add-a-record.test.ts',
  'test/bridge/notes/look-ups.test.ts',
  'test/faults/stopping.test.ts',
];

/** A group of test files: unless they are isolated, those that run in one worker share their modules, which saves loading them. */
export function project(
  name: string,
  include: readonly string[],
  {
    exclude = [],
    isolate = false,
  }: { readonly exclude?: readonly string[]; readonly isolate?: boolean } = {},
): TestProjectInlineConfiguration {
  return {
    root,
    resolve: { alias: { obsidian: fileURLToPath(new URL('./obsidian/index.ts', import.meta.url)) } },
    // A copy, since Vitest removes what it replaces.
    define: { ...define },
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      isolate,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
}

/**
 * Only run by `npm run fuzz`, and where they are named: random input, whose findings must not stop an unrelated change, what takes
 * long and seldom changes, and tests of the stand-ins and of what the tests are made with.
 */
const LONG = [
  'test/agents/**/*.test.ts',
  'test/answers/**/*.test.ts',
  'test/attack/all-canaries.test.ts',
  'test/attack/bounds.test.ts',
  'test/attack/browser.test.ts',
  'test/attack/connections.test.ts',
  'test/attack/faults.test.ts',
  'test/attack/key-folders.test.ts',
  'test/attack/large.test.ts',
  'test/attack/slow.test.ts',
  'test/attack/stalls.test.ts',
  'test/attack/traces.test.ts',
  'test/bridge/call/both-ways.test.ts',
  'test/bridge/mcp/prompts.test.ts',
  'test/bridge/call/carriers/attachments.test.ts',
  'test/bridge/call/carriers/many-clients.test.ts',
  'test/check-app.test.ts',
  'test/code-from-text.test.ts',
  'test/desktop-extension/extension.test.ts',
  'test/docs/generated-clients.test.ts',
  'test/expressions.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/load/**/*.test.ts',
  'test/obsidian/**/*.test.ts',
  'test/page/**/*.test.ts',
  'test/plugin/approvals.test.ts',
  'test/plugin/other-vaults.test.ts',
  'test/release.test.ts',
  'test/standalone/file-handles.test.ts',
  'test/standin/**/*.test.ts',
];
/** Run by both: what `npm test` tries over one of the two stores of the hosts. */
const OVER_BOTH_STORES = [
  'test/bridge/call/carriers/move-note.test.ts',
  'test/bridge/call/carriers/property-in-place.test.ts',
  'test/bridge/call/carriers/replace-notes.test.ts',
  'test/bridge/call/carriers/revision-answers.test.ts',
  'test/bridge/call/carriers/undo.test.ts',
  'test/bridge/call/carriers/watch-change.test.ts',
  'test/bridge/call/carriers/write-note.test.ts',
  'test/bridge/call/change-warnings.test.ts',
  'test/bridge/call/hints/folders.test.ts',
  'test/bridge/call/input/file-names.test.ts',
  'test/bridge/mcp/known-texts.test.ts',
];
const isLong = process.env['FUZZ_RUNS'] !== undefined;
/** Where a file or folder is named. */
const withSlow = process.env['SLOW_TESTS'] !== undefined;

export default defineConfig({
  root,
  test: {
    projects: isLong
      ? [project('long', [...LONG, ...OVER_BOTH_STORES])]
      : [
          project('mocking', MOCKING, { isolate: true }),
          project('shared', ['test/**/*.test.ts'], { exclude: [...MOCKING, ...(withSlow ? [] : LONG)] }),
        ],
    globalSetup: ['test/kit/build-once.ts'],
    teardownTimeout: 10_000,
    // One more than there are processors, since many tests wait for processes. Each worker loads all modules.
    maxWorkers: 3,
  },
});
