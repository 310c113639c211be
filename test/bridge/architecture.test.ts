import { builtinModules } from 'node:module';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORE = 'src/bridge';

interface Import {
  readonly from: string;
  /** A file of the project, or the name of a module. */
  readonly to: string;
}

/** Everything that the core names in an import, types included. */
let written: Import[] = [];
/** Everything that the core really loads, as the bundler finds it. */
let loaded: Import[] = [];

beforeAll(async () => {
  const files = (await readdir(join(ROOT, CORE), { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(
      async (file) => [posix.join(CORE, file), await readFile(join(ROOT, CORE, file), 'utf8')] as const,
    ),
  );
  written = texts.flatMap(([from, text]) =>
    [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom '([^']+)';$|\bimport\('([^']+)'\)/gm)]
      .map(([, fixed, lazy]) => fixed ?? lazy ?? '')
      .map((name) => ({
        from,
        to: name.startsWith('.') ? `${posix.join(posix.dirname(from), name)}.ts` : name,
      })),
  );
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/bridge/bridge.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: 'none',
    packages: 'external',
    external: ['obsidian', 'electron'],
  });
  loaded = Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path }) => ({ from, to: path })),
  );
}, 30_000);

const inside = (layer: string) => (file: string) => file.startsWith(`${CORE}/${layer}/`);

/** The imports of a layer that are not allowed. */
function offending(layer: string, allowed: (to: string) => boolean): string[] {
  return [...written, ...loaded]
    .filter(
      ({ from, to }) => inside(layer)(from) && to.startsWith('src/') && !inside(layer)(to) && !allowed(to),
    )
    .map(({ from, to }) => `${from} -> ${to}`);
}

describe('the core', () => {
  test('is read as a whole: both views hold every layer', () => {
    for (const layer of ['cli', 'commands', 'http', 'mcp']) {
      expect(written.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(3);
      expect(loaded.filter(({ from }) => inside(layer)(from)).length).toBeGreaterThan(0);
    }
  });

  test('imports nothing but itself, Node and its two libraries: no obsidian, no electron, no DOM', () => {
    const names = [...written, ...loaded].map(({ to }) => to).filter((to) => !to.startsWith(`${CORE}/`));
    for (const name of new Set(names)) {
      const isNode = name.startsWith('node:') && builtinModules.includes(name.slice(5).split('/')[0] ?? '');
      expect(isNode || /^(?:zod|@modelcontextprotocol\/server)(?:\/|$)/.test(name), name).toBe(true);
    }
  });

  test('stays within its folder: what it loads is its own', () => {
    for (const { from } of loaded) expect(relative(CORE, dirname(from))).not.toMatch(/^\.\./);
  });
});

describe('layers point down only', () => {
  test('cli knows nothing above it but the list of failures and what every layer may use', () => {
    const shared = [`${CORE}/errors.ts`, `${CORE}/with-timeout.ts`];
    expect(offending('cli', (to) => shared.includes(to))).toEqual([]);
  });

  test('commands knows neither HTTP nor MCP nor the bridge', () => {
    const shared = ['errors', 'request-log', 'settings', 'with-timeout'].map((name) => `${CORE}/${name}.ts`);
    expect(offending('commands', (to) => inside('cli')(to) || shared.includes(to))).toEqual([]);
  });

  test.each(['http', 'mcp'])('%s knows no argv: it builds none and starts nothing', (layer) => {
    const forbidden = ['arguments', 'spawn', 'queue', 'locate'].map((name) => `${CORE}/cli/${name}.ts`);
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
    expect(starters).toEqual([`${CORE}/cli/spawn.ts`]);
  });
});
