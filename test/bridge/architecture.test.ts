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
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  for (const from of targets.keys()) {
    const found = new Set<string>();
    const pending = [from];
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      for (const to of targets.get(file) ?? []) {
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

/** The same arrows between the folders of the files, but for those between a folder and one inside it. */
function betweenFolders(imports: readonly Import[]): Import[] {
  // The files in the root of the bridge are what every layer shares, or what puts the layers together.
  const folderOf = (file: string): string => (posix.dirname(file) === BRIDGE ? file : posix.dirname(file));
  const arrows = imports.map(({ from, to }): Import => ({ from: folderOf(from), to: folderOf(to) }));
  return arrows.filter(
    ({ from, to }) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`),
  );
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
    for (const layer of ['cli', 'commands', 'notes', 'call', 'http', 'mcp']) {
      expect(written.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(3);
      expect(loaded.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(0);
    }
  });

  test('imports nothing but itself, Node and its libraries: no obsidian, no electron, no DOM', () => {
    const names = [...written, ...loaded].map(({ to }) => to).filter((to) => !to.startsWith(`${BRIDGE}/`));
    for (const name of new Set(names)) {
      const isNode = name.startsWith('node:') && builtinModules.includes(name.slice(5).split('/')[0] ?? '');
      expect(
        isNode || /^(?:zod|minisearch|diff|yaml|@modelcontextprotocol\/server)(?:\/|$)/.test(name),
        name,
      ).toBe(true);
    }
  });

  test('stays within its folder: what it loads is its own', () => {
    for (const { from } of loaded) expect(relative(BRIDGE, dirname(from))).not.toMatch(/^\.\./);
  });
});

describe('layers point down only', () => {
  /** The layers that each one may import, besides the files in the root of the bridge that it lists. */
  const BELOW: Readonly<
    Record<string, { readonly layers: readonly string[]; readonly root: readonly string[] }>
  > = {
    text: { layers: [], root: [] },
    cli: { layers: ['text'], root: ['errors', 'error-codes/error-codes', 'settings'] },
    commands: {
      layers: ['notes', 'cli', 'text'],
      root: ['caller', 'errors', 'error-codes/error-codes', 'settings'],
    },
    notes: { layers: ['text'], root: ['caller', 'errors'] },
    call: {
      layers: ['notes', 'commands', 'cli', 'text'],
      root: ['caller', 'errors', 'error-codes/error-codes', 'key-records', 'request-log', 'settings'],
    },
  };

  test.each(Object.entries(BELOW))('%s knows only what is below it', (layer, { layers, root }) => {
    const files = root.map((name) => `${BRIDGE}/${name}.ts`);
    expect(offending(layer, (to) => files.includes(to) || layers.some((each) => inside(each)(to)))).toEqual(
      [],
    );
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

describe('what is known of a command is in its record', () => {
  /** Commands that are asked something besides a call: where that is done, their names are allowed. */
  const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
    'call/change-warnings.ts': ['cli-bridge:undo', 'folders', 'files'],
    'cli/client.ts': ['help'],
    'cli/open-vaults.ts': ['help'],
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
    'call/carriers/prompts.ts': ['files'],
    'call/hints/names-meant.ts': ['files', 'folders', 'tags', 'templates'],
    'call/other-day.ts': ['daily:path'],
    'call/note/locate.ts': ['daily:path', 'file', 'files', 'read'],
    'call/run-program.ts': ['version'],
    'call/judge/judge.ts': ['files'],
    'call/vault/known-vaults.ts': ['vaults'],
    'commands/catalogue/read-help.ts': ['help'],
    'call/policy/read-only.ts': ['file'],
    'call/carriers/revert-steps.ts': ['move', 'delete', 'rename'],
    'call/note/namesakes.ts': ['files'],
    'call/private/visible-note.ts': ['daily:path', 'file', 'files', 'templates'],
    'call/carriers/replacement.ts': ['files'],
    'call/carriers/write-in-place.ts': ['daily:read', 'open', 'file'],
  };

  /** Names of other things that are those of commands, too: fields, parameters, options, routes, kinds, categories, tools. */
  const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
    'cli/find-program.ts': ['version'],
    'errors.ts': ['command'],
    'call/runner.ts': ['command'],
    'call/note/locate.ts': ['open'],
    'call/private/visible-note.ts': ['open'],
    'call/private/visible-places.ts': ['create', 'folder'],
    'notes/template-settings.ts': ['folder'],
    'notes/visible-store.ts': ['file', 'folder'],
    'call/note/target.ts': ['file', 'open'],
    'call/judge/judge.ts': ['open'],
    'call/hints/failure-hint.ts': ['open', 'folder'],
    'cli/known-program.ts': ['version'],
    'cli/program-state.ts': ['version'],
    'cli/program-status.ts': ['version'],
    'cli/read-answer.ts': ['version'],
    'call/audit.ts': ['folder', 'file'],
    'call/change-warnings.ts': ['folder'],
    'commands/catalogue/catalogue.ts': ['commands', 'plugins'],
    'commands/catalogue/merge-help.ts': ['plugins', 'file'],
    'commands/catalogue/option-name.ts': ['vault'],
    'call/input/check-value.ts': ['vault'],
    'call/input/check-revision.ts': ['file'],
    'call/input/check-target.ts': ['folder', 'file', 'help'],
    'call/guards/one-task.ts': ['file'],
    'call/hints/folder-meant.ts': ['file', 'folder'],
    'call/hints/names-meant.ts': ['file'],
    'mcp/arguments.ts': ['command', 'vault'],
    'mcp/cut-output.ts': ['file'],
    'mcp/execute-tool.ts': ['command'],
    'http/openapi-command.ts': ['vault'],
    'http/openapi-components.ts': ['vault'],
    'http/pipeline.ts': ['commands', 'command'],
    'http/rest-input.ts': ['vault'],
    'http/routes.ts': ['commands', 'command'],
    'mcp/command-details.ts': ['file'],
    'mcp/server.ts': ['search'],
    'mcp/run-answer.ts': ['folder'],
    'mcp/tool-definitions.ts': ['vault', 'search'],
    'call/input/bounds.ts': ['vault'],
    'call/guards/own-extension.ts': ['file'],
    'call/guards/guards.ts': ['file'],
    'call/approval/risks.ts': ['folder'],
    'call/approval/stakes.ts': ['command', 'file', 'folder'],
    'call/key-folders.ts': ['file', 'folder', 'open'],
    'notes/changes/conflict.ts': ['file', 'folder', 'vault'],
    'call/carriers/attach.ts': ['file'],
    'call/carriers/attachment.ts': ['file'],
    'call/carriers/revert-steps.ts': ['file'],
    'call/carriers/move-note.ts': ['file'],
    'call/carriers/edit-note.ts': ['daily'],
    'call/carriers/folder.ts': ['create', 'delete', 'folder'],
    'call/carriers/replace-notes.ts': ['file', 'folder'],
    'call/carriers/replacement.ts': ['tag'],
    'notes/replace/replace-tag.ts': ['tag', 'tags'],
    'notes/edit-section.ts': ['append', 'prepend'],
    'notes/file-store.ts': ['file', 'folder'],
    'notes/free-path.ts': ['file'],
    'notes/remote-store.ts': ['file', 'folder'],
    'http/served-store.ts': ['folder'],
    'notes/note-store.ts': ['file', 'folder'],
    'call/note/note-stores.ts': ['folder'],
    'call/carriers/property-in-place.ts': ['tags', 'aliases'],
    'notes/aliases.ts': ['aliases'],
    'notes/place-text.ts': ['append', 'prepend'],
    'notes/edit-block.ts': ['append', 'prepend'],
    'notes/written-tags.ts': ['tag', 'tags'],
    'call/carriers/note-change.ts': ['append', 'prepend', 'daily', 'file'],
  };

  /** Lists of words, for search and for other spellings. */
  const WORDS = [
    'commands/search/search-terms.ts',
    'commands/search/nearest-ways.ts',
    'call/input/unknown-name.ts',
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

  test('has no folders side by side that import each other, directly or by way of others', async () => {
    const files = new Set((await sourcesIn('src')).map(({ path }) => path));
    const imports = importsIn(await sourcesIn('src')).filter(({ to }) => files.has(to));
    expect(cyclesIn(betweenFolders(imports))).toEqual([]);
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
    expect([...reached].sort()).toEqual(['obsidian', 'src/bridge/text/error-kind.ts', 'src/main.ts']);
    expect(Object.keys(inputs)).toContain('src/bridge/bridge.ts');
  });
});
