import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { embeddedFiles } from '../scripts/build/embedded-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const define = await embeddedFiles();

/**
 * Tests that have a worker for themselves: some replace modules, or change what modules hold; the others hold so much memory
 * that each process started after them by the same worker would take several times as long, as the parent's pages are copied.
 */
const APART = [
  'test/agents/*.test.ts',
  'test/answers/note-text.test.ts',
  'test/attack/key.test.ts',
  'test/attack/stalls.test.ts',
  'test/bridge/cli/end-process.test.ts',
  'test/bridge/commands/add-a-record.test.ts',
  'test/bridge/http/answer-memory.test.ts',
  'test/contract/refusals.test.ts',
  'test/faults/batch.test.ts',
  'test/faults/program-failures.test.ts',
  'test/faults/queue.test.ts',
  'test/faults/stopping.test.ts',
  'test/fuzz/whole-texts.test.ts',
  'test/load/load.test.ts',
  'test/page/*.test.ts',
];

/** Tests that start no process, or few, and hold much memory. */
const COMPUTING = [
  'test/attack/browser.test.ts',
  'test/attack/http.test.ts',
  'test/attack/large.test.ts',
  'test/attack/slow.test.ts',
  'test/bridge/architecture.test.ts',
  'test/bridge/cli/read-answer.test.ts',
  'test/bridge/commands/hints/files-meant.test.ts',
  'test/bridge/commands/judge/judge-words.test.ts',
  'test/bridge/mcp/tokens.test.ts',
  'test/bridge/notes/edit-text.test.ts',
  'test/bridge/notes/revision.test.ts',
  'test/code-from-text.test.ts',
  'test/docs/generated-clients.test.ts',
  'test/docs/openapi.test.ts',
  'test/docs/skill.test.ts',
  'test/fuzz/arguments.test.ts',
  'test/fuzz/described-requests.test.ts',
  'test/fuzz/edits.test.ts',
  'test/fuzz/parser.test.ts',
  'test/release.test.ts',
];

/** Tests of the whole plugin, of which each start leaves some memory behind. */
const PLUGIN = ['test/plugin/*.test.ts'];

/** Keeps the workers small that start thousands of processes: each costs the more, the more memory its parent holds. */
const SMALL = ['--max-semi-space-size=2'];

/** A group of test files: those of one that is not isolated share their modules, which is quicker. */
export function project(
  name: string,
  include: readonly string[],
  {
    exclude = [],
    isolate = false,
    execArgv = [],
  }: {
    readonly exclude?: readonly string[];
    readonly isolate?: boolean;
    readonly execArgv?: readonly string[];
  } = {},
): TestProjectInlineConfiguration {
  return {
    root,
    resolve: { alias: { obsidian: fileURLToPath(new URL('./obsidian/index.ts', import.meta.url)) } },
    // A copy, since Vitest takes out what it has put in place.
    define: { ...define },
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      isolate,
      execArgv: [...execArgv],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
}

/** Of so many files in a row, one is among the longest. */
const SPREAD = 8;

/** Spreads the longest files of those that share workers: they wait for processes, and side by side all workers would. */
class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const shared = sorted.filter(({ project }) => project.name === 'together');
    const columns = Math.ceil(shared.length / SPREAD);
    const spread = Array.from({ length: columns }, (_, column) =>
      shared.filter((_file, index) => index % columns === column),
    );
    return [...sorted.filter((file) => !shared.includes(file)), ...spread.flat()];
  }
}

export default defineConfig({
  root,
  test: {
    projects: [
      project('apart', APART, { isolate: true }),
      project('plugin', PLUGIN, { execArgv: SMALL }),
      project('together', ['test/**/*.test.ts'], {
        exclude: [...APART, ...PLUGIN, ...COMPUTING],
        execArgv: SMALL,
      }),
      project('computing', COMPUTING),
    ],
    globalSetup: ['test/kit/build-once.ts'],
    sequence: { sequencer: SpreadSequencer },
    teardownTimeout: 10_000,
    maxWorkers: 4,
  },
});
