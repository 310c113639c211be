import { builtinModules } from 'node:module';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_CATEGORIES } from '../../src/bridge/commands/records';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BRIDGE = 'src/bridge';

interface Import {
  readonly from: string;
  /** A file of the project, or the name of a module. */
  readonly to: string;
}

/** A file of the project with its text. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/** Everything that the bridge names in an import, types included. */
let written: Import[] = [];
/** Everything that the bridge really loads, as the bundler finds it. */
let loaded: Import[] = [];

beforeAll(async () => {
  written = importsIn(await sourcesIn(BRIDGE));
  loaded = Object.entries(await bundledFrom('src/bridge/bridge.ts')).flatMap(([from, { imports }]) =>
    imports.map(({ path }) => ({ from, to: path })),
  );
});

/** The files that a bundle with this entry has, with what each of them imports. */
async function bundledFrom(entry: string): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: 'none',
    packages: 'external',
  });
  return metafile.inputs;
}

async function sourcesIn(folder: string): Promise<Source[]> {
  const files = await readdir(join(ROOT, folder), { recursive: true });
  return Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => ({
        path: posix.join(folder, file),
        text: await readFile(join(ROOT, folder, file), 'utf8'),
      })),
  );
}

/** What the files name in an import or export, types included. */
function importsIn(sources: readonly Source[]): Import[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom '([^']+)';$|\bimport\('([^']+)'\)/gm)]
      .map(([, fixed, lazy]) => fixed ?? lazy ?? '')
      .map((name) => ({
        from: path,
        to: name.startsWith('.') ? `${posix.join(posix.dirname(path), name)}.ts` : name,
      })),
  );
}

/** The groups of files that import each other, directly or by way of others; each group and all groups sorted. */
function cyclesIn(imports: readonly Import[]): string[][] {
  const reachable = new Map<string, Set<string>>();
  for (const { from } of imports) {
    const found = new Set<string>();
    const pending = [from];
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      for (const { to } of imports.filter((each) => each.from === file)) {
        if (found.has(to)) continue;
        found.add(to);
        pending.push(to);
      }
    }
    reachable.set(from, found);
  }
  const groups = [...reachable]
    .filter(([file, found]) => found.has(file))
    .map(([file, found]) => [...found].filter((other) => reachable.get(other)?.has(file)).sort());
  return [...new Set(groups.map((group) => group.join('\n')))].sort().map((group) => group.split('\n'));
}

const inside = (layer: string) => (file: string) => file.startsWith(`${BRIDGE}/${layer}/`);

/** The imports of a layer that are not allowed. */
function offending(layer: string, allowed: (to: string) => boolean): string[] {
  return [...written, ...loaded]
    .filter(
      ({ from, to }) => inside(layer)(from) && to.startsWith('src/') && !inside(layer)(to) && !allowed(to),
    )
    .map(({ from, to }) => `${from} -> ${to}`);
}

describe('src/bridge', () => {
  test('is read as a whole: both views hold every layer', () => {
    for (const layer of ['cli', 'commands', 'http', 'mcp']) {
      expect(written.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(3);
      expect(loaded.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(0);
    }
  });

  test('imports nothing but itself, Node and its libraries: no obsidian, no electron, no DOM', () => {
    const names = [...written, ...loaded].map(({ to }) => to).filter((to) => !to.startsWith(`${BRIDGE}/`));
    for (const name of new Set(names)) {
      const isNode = name.startsWith('node:') && builtinModules.includes(name.slice(5).split('/')[0] ?? '');
      expect(
        isNode || /^(?:zod|minisearch|diff|@modelcontextprotocol\/server)(?:\/|$)/.test(name),
        name,
      ).toBe(true);
    }
  });

  test('stays within its folder: what it loads is its own', () => {
    for (const { from } of loaded) expect(relative(BRIDGE, dirname(from))).not.toMatch(/^\.\./);
  });
});

describe('layers point down only', () => {
  test('cli knows nothing above it but the list of failures and what every layer may use', () => {
    const shared = ['errors', 'error-codes', 'loop-turn', 'printable', 'bytes', 'with-timeout'].map(
      (name) => `${BRIDGE}/${name}.ts`,
    );
    expect(offending('cli', (to) => shared.includes(to))).toEqual([]);
  });

  test('commands knows neither HTTP nor MCP nor the bridge', () => {
    const shared = [
      'caller',
      'errors',
      'error-codes',
      'json-schema',
      'path-list',
      'json',
      'live-settings',
      'loop-turn',
      'memoize',
      'printable',
      'request-log',
      'settings',
      'similar-names',
      'bytes',
      'with-timeout',
    ].map((name) => `${BRIDGE}/${name}.ts`);
    expect(offending('commands', (to) => inside('cli')(to) || shared.includes(to))).toEqual([]);
  });

  test.each(['http', 'mcp'])('%s knows no argv: it builds none and starts nothing', (layer) => {
    const forbidden = ['command-line', 'run-process', 'queue', 'client', 'find-program'].map(
      (name) => `${BRIDGE}/cli/${name}.ts`,
    );
    expect(offending(layer, (to) => !forbidden.includes(to))).toEqual([]);
    const processes = [...written, ...loaded].filter(
      ({ from, to }) => inside(layer)(from) && /child_process/.test(to),
    );
    expect(processes).toEqual([]);
  });

  test('http does not know MCP: it is given what answers it', () => {
    expect(offending('http', (to) => !inside('mcp')(to))).toEqual([]);
  });

  test('one file alone starts processes', () => {
    const starters = loaded.filter(({ to }) => /child_process$/.test(to)).map(({ from }) => from);
    expect(starters).toEqual([`${BRIDGE}/cli/run-process.ts`]);
  });
});

describe('what is known of a command stands in its record', () => {
  /** Commands that are asked something besides a call: where that is done, their names stand. */
  const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
    'cli/client.ts': ['help'],
    'http/event-streams.ts': ['files'],
    'cli/processes.ts': ['version'],
    'cli/obsidian-cli.ts': [
      'file',
      'daily:path',
      'files',
      'folders',
      'tags',
      'templates',
      'vaults',
      'vault',
      'help',
    ],
    'notes/prompts/prompts.ts': ['files'],
    'commands/hints/names-meant.ts': ['files', 'folders', 'tags', 'templates'],
    'commands/call/other-day.ts': ['daily:path'],
    'commands/call/steps.ts': ['files'],
    'commands/check/known-vaults.ts': ['vaults'],
    'commands/catalogue/read-help.ts': ['help'],
    'commands/policy/read-only.ts': ['file'],
    'commands/judge/evidence.ts': ['file', 'files'],
    'commands/check/named-note.ts': ['file', 'files'],
    'notes/note-call.ts': ['version', 'read', 'file'],
    'notes/changes/take-back.ts': ['move', 'delete'],
    'notes/write-in-place.ts': ['daily:path', 'daily:read', 'open', 'file', 'append', 'prepend'],
  };

  /** Names of other things that are those of commands, too: fields, parameters, options, routes, kinds, categories, tools. */
  const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
    'cli/find-program.ts': ['version'],
    'cli/known-program.ts': ['version'],
    'cli/program-state.ts': ['version'],
    'cli/program-status.ts': ['version'],
    'cli/read-answer.ts': ['version'],
    'commands/call/audit.ts': ['folder', 'file'],
    'commands/catalogue/catalogue.ts': ['commands'],
    'commands/catalogue/merge-help.ts': ['plugins', 'file'],
    'commands/catalogue/option-name.ts': ['vault'],
    'commands/check/check-input.ts': ['vault'],
    'commands/check/check-revision.ts': ['file'],
    'commands/check/check-target.ts': ['folder', 'file', 'help'],
    'commands/check/one-task.ts': ['file'],
    'commands/check/two-names.ts': ['file'],
    'commands/hints/folder-meant.ts': ['file', 'folder'],
    'commands/hints/names-meant.ts': ['file'],
    'mcp/arguments.ts': ['command'],
    'commands/judge/evidence.ts': ['daily'],
    'commands/judge/settle.ts': ['open'],
    'http/openapi-command.ts': ['vault'],
    'http/openapi-components.ts': ['vault'],
    'http/pipeline.ts': ['commands', 'command'],
    'http/rest-input.ts': ['vault'],
    'http/routes.ts': ['commands', 'command'],
    'mcp/command-details.ts': ['file'],
    'mcp/endpoint.ts': ['search'],
    'mcp/execute-answer.ts': ['folder'],
    'mcp/tool-definitions.ts': ['vault', 'search'],
    'commands/check/bounds.ts': ['vault'],
    'commands/check/own-extension.ts': ['file'],
    'commands/check/guards.ts': ['file'],
    'notes/changes/conflict.ts': ['file', 'vault'],
    'notes/attach.ts': ['file'],
    'notes/attachment.ts': ['file'],
    'notes/changes/take-back.ts': ['file'],
    'notes/edit-section.ts': ['append', 'prepend'],
    'notes/explain-change.ts': ['append', 'prepend'],
    'notes/file-store.ts': ['file', 'folder'],
    'notes/free-path.ts': ['file'],
    'error-codes.ts': ['command'],
    'notes/preview-change.ts': ['append', 'prepend'],
    'notes/watch-change.ts': ['append', 'prepend'],
    'notes/note-store.ts': ['file', 'folder'],
    'notes/note-stores.ts': ['folder'],
    'notes/property-warnings.ts': ['tags', 'aliases'],
    'notes/place-text.ts': ['append', 'prepend'],
    'notes/note-change.ts': ['append', 'prepend', 'file'],
  };

  /** Lists of words, for search and for other spellings. */
  const WORDS = [
    'commands/search/search-terms.ts',
    'commands/search/nearest-ways.ts',
    'commands/check/parameter-synonyms.ts',
  ];

  test('no file but the records compares the name of a documented command', async () => {
    const names = new Set(COMMAND_CATEGORIES.flatMap(({ records }) => Object.keys(records)));
    // Kinds of commands.
    for (const kind of ['read', 'remove']) names.delete(kind);
    const sources = (await sourcesIn(BRIDGE)).filter(({ path }) => !inside('commands/records')(path));
    const found = sources.flatMap(({ path, text }) => {
      const file = path.slice(BRIDGE.length + 1);
      if (WORDS.includes(file)) return [];
      const allowed = [...(QUESTIONS[file] ?? []), ...(OTHER_MEANINGS[file] ?? [])];
      const code = text.replace(/^import .*$/gm, '').replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
      return [...code.matchAll(/'([^'\n]*)'/g)]
        .map(([, word = '']) => word)
        .filter((word) => names.has(word) && !allowed.includes(word))
        .map((word) => `${file}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

describe('the whole of src', () => {
  test('has no import cycles, types included', async () => {
    const files = new Set((await sourcesIn('src')).map(({ path }) => path));
    const imports = importsIn(await sourcesIn('src')).filter(({ to }) => files.has(to));
    expect(imports.length).toBeGreaterThan(300);
    expect(cyclesIn(imports)).toEqual([]);
  });

  test.each([
    ['two files', ['a>b', 'b>a'], [['a', 'b']]],
    ['a longer way round', ['a>b', 'b>c', 'c>a', 'd>a'], [['a', 'b', 'c']]],
    ['a file and itself', ['a>a'], [['a']]],
    ['none, however many ways lead to a file', ['a>b', 'a>c', 'b>d', 'c>d'], []],
  ])('a cycle would be found: %s', (_name, arrows, cycles) => {
    const imports = arrows.map((arrow) => ({ from: arrow.slice(0, 1), to: arrow.slice(2) }));
    expect(cyclesIn(imports)).toEqual(cycles);
  });
});

describe('what the app loads at its start', () => {
  test('is the plugin class alone: neither the bridge with its server, nor the UI, zod, or the MCP library', async () => {
    const inputs = await bundledFrom('src/main.ts');
    const reached = new Set(['src/main.ts']);
    for (const file of reached) {
      for (const { path, kind } of inputs[file]?.imports ?? []) {
        if (kind !== 'dynamic-import') reached.add(path);
      }
    }
    expect([...reached].sort()).toEqual(['obsidian', 'src/bridge/error-kind.ts', 'src/main.ts']);
    expect(Object.keys(inputs)).toContain('src/bridge/bridge.ts');
  });
});
