import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changelogSection } from '../scripts/release/changelog.mjs';
import { releaseProblems } from '../scripts/release/problems.mjs';
import { fillRelease } from '../scripts/release/release-files.mjs';
import { codeFromText } from './code-from-text';
import { built } from './kit/built';
import { makeFolder } from './kit/folder';
import type { TestScope } from './kit/test-scope';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readJson = (file: string): Record<string, unknown> => JSON.parse(read(file)) as Record<string, unknown>;

describe('what is released', () => {
  test('has no problem, but for a tag that is not the version', async () => {
    const { version } = readJson('manifest.json') as { version: string };
    expect(await releaseProblems(root)).toEqual([]);
    expect(await releaseProblems(root, version)).toEqual([]);
    expect(await releaseProblems(root, `v${version}`)).toEqual([
      `The tag: the version is v${version}, and ${version} in manifest.json.`,
    ]);
  });

  const MANIFEST = 'manifest.json';
  const VERSIONED = [
    'package.json',
    'package-lock.json',
    'versions.json',
    'docs/openapi.json',
    'CHANGELOG.md',
  ];

  /** A folder with copies of all files that name the version. */
  async function copied(scope: TestScope): Promise<string> {
    const folder = await makeFolder(scope);
    for (const name of [MANIFEST, ...VERSIONED]) cpSync(join(root, name), join(folder, name));
    return folder;
  }

  test.for<[file: string, change: [from: string | RegExp, to: string], problem: RegExp]>([
    [MANIFEST, ['"author"', '"writer"'], /must have all keys that are required/],
    [MANIFEST, ['"id"', '"css": "x", "id"'], /must have no key that is not known/],
    [MANIFEST, ['true', 'false'], /must be for the desktop only/],
    [MANIFEST, [/"author": "[^"]*"/, '"author": ""'], /must name its author/],
    [MANIFEST, [/"minAppVersion": "[^"]*"/, '"minAppVersion": "1.13"'], /versions of three numbers/],
    [MANIFEST, ['"cli-bridge"', '"cli_bridge"'], /an id of lower-case words/],
    [MANIFEST, ['"cli-bridge"', '"cli-bridge-plugin"'], /does not end in "plugin"/],
    [MANIFEST, ['"CLI Bridge"', '"CLI/Bridge"'], /a name of Latin letters/],
    [MANIFEST, ['"CLI Bridge"', '"Obsi Bridge"'], /a name without "Obsidian"/],
    [MANIFEST, ['"CLI Bridge"', '"CLI BRIDGE"'], /not all capitals/],
    [MANIFEST, ['Let Claude', `Let ${'C'.repeat(250)}`], /at most 250 characters/],
    [MANIFEST, ['MCP and REST', 'MCP/REST'], /a sentence of plain characters/],
    [MANIFEST, ['your vault', 'your Obsidian vault'], /description without "Obsidian"/],
    [MANIFEST, ['Let Claude', 'CLI Bridge lets Claude'], /does not begin with the name/],
    ['package.json', [/"version": "[^"]*"/, '"version": "9.9.9"'], /^package\.json: the version is 9\.9\.9/],
    ['package-lock.json', [/"version": "[^"]*"/, '"version": "9.9.9"'], /^package-lock\.json: .* 9\.9\.9/],
    ['docs/openapi.json', [/"version": "[^"]*"/, '"version": "9.9.9"'], /^docs\/openapi\.json: .* 9\.9\.9/],
    ['versions.json', [/"[\d.]+"\n/, '"1.0.0"\n'], /^versions\.json: .* needs 1\.0\.0/],
    ['versions.json', [/"[\d.]+":/, '"v1":'], /^versions\.json: "v1: .*" is not two versions/],
    ['CHANGELOG.md', ['## ', '## 9.9.9 - 2027-01-01\n\nText.\n\n## '], /newest section: .* 9\.9\.9/],
    ['CHANGELOG.md', [/^## (\S+).*/m, '## $1 - soon'], /no text below/],
    ['CHANGELOG.md', [/^## (\S+).*/m, '## $1 - 2026-02-30'], /no text below/],
    ['CHANGELOG.md', [/^(## .*)/m, '$1\n\n## 0.0.1 - 2026-01-01'], /no text below/],
  ])('is refused: %s with %s', async ([file, [from, to], problem], context) => {
    const folder = await copied(context);
    writeFileSync(join(folder, file), read(file).replace(from, to));
    expect(await releaseProblems(folder)).toContainEqual(expect.stringMatching(problem));
  });

  test('may have changes that are not released, until it is tagged', async (context) => {
    const folder = await copied(context);
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      read('CHANGELOG.md').replace('## ', '## Unreleased\n\nMore.\n\n## '),
    );
    const { version } = readJson('manifest.json') as { version: string };
    expect(await releaseProblems(folder)).toEqual([]);
    expect(await releaseProblems(folder, version)).toEqual([expect.stringMatching(/is Unreleased/)]);
  });

  test('has the notes of its version, and of no other', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['../scripts/release/changelog-section.mjs'],
      {
        cwd: join(root, 'scripts'),
      },
    );
    const [, first = ''] = read('CHANGELOG.md').split(/^## .*\n/m);
    expect(stdout.trim()).toBe(first.trim());
    const { version } = readJson('manifest.json') as { version: string };
    const withOlder = `${read('CHANGELOG.md')}\n## 0.1.0 - 2026-01-01\n\nOlder.\n`;
    expect(changelogSection(withOlder, version)).toBe(first.trim());
    expect(changelogSection(withOlder, '0.1')).toBeUndefined();
  });
});

describe('the lockfile', () => {
  test('pins every package and names no download address', () => {
    const lock = read('package-lock.json');
    expect(lock).not.toMatch(/"resolved"/);
    expect(lock).not.toMatch(/\.tgz/);
  });

  test('has the optional packages of all systems, without which npm ci refuses it', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });
});

describe('main.js', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-bridge-release-'));
  let code = '';
  let texts: readonly string[] = [];

  beforeAll(async () => {
    code = readFileSync(built.plugin, 'utf8');
    texts = literals(code);
    await build({
      entryPoints: [join(root, 'src/main.ts')],
      outfile: join(folder, 'readable.js'),
      ...READABLE,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is strict from its first line', () => {
    expect(code).toMatch(/^"use strict";/);
  });

  test('makes no code out of text, and no markup out of text', () => {
    expect(codeFromText(code)).toEqual([]);
    expect(codeFromText(readFileSync(built.relay, 'utf8'))).toEqual([]);
    expect(code).not.toMatch(/\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/);
  });

  test('holds no encoded data: no text goes on for 1,000 characters without a space', () => {
    expect(texts.map(longestWord).filter((word) => word.length > 1_000)).toEqual([]);
    const script = `const a = ["one two", \`${'x'.repeat(1_001)}\${1} y\`]`;
    expect(literals(script).map(longestWord)).toContain('x'.repeat(1_001));
  });

  test('holds the page, the skill and the relay as they are', () => {
    for (const text of [read('skills/obsidian-vault/SKILL.md'), readFileSync(built.relay, 'utf8')])
      expect(texts.includes(text)).toBe(true);
    expect(texts.some((text) => text.startsWith('<!doctype html>'))).toBe(true);
  });

  test('does not reach the file system, and starts processes in one place only', () => {
    const readable = readFileSync(join(folder, 'readable.js'), 'utf8');
    expect(readable).not.toMatch(/require\(["'](?:node:)?fs(?:\/promises)?["']\)/);
    expect(readable.match(/require\(["'](?:node:)?child_process["']\)/g)).toHaveLength(1);
  });

  test('loads nothing from the network, and does not switch off certificate checks', () => {
    expect(code).not.toMatch(/<script\s|<link|@import|rejectUnauthorized/);
  });

  test('speaks English only, and carries the licenses of what is in it', () => {
    for (const word of ['Ungültige', 'invalide', 'Entrada inválida', '无效输入'])
      expect(code).not.toContain(word);
    for (const name of ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core']) {
      const { version } = readJson(`node_modules/${name}/package.json`) as { version: string };
      expect(code).toContain(`\n${name} ${version} (`);
    }
    expect(code).toContain('Permission is hereby granted');
    const standIn = readFileSync(built.standIn, 'utf8');
    expect(standIn).toMatch(/\nyaml [\d.]+ \(ISC\)/);
  });

  test('and two other files are a release, and further builds give the same bytes', async (context) => {
    const release = await makeFolder(context);
    writeFileSync(join(release, 'of-an-earlier-release.js'), '');
    expect(await fillRelease(release)).toEqual([]);
    expect(readdirSync(release).sort()).toEqual(['main.js', 'manifest.json', 'styles.css']);
    expect(readFileSync(join(release, 'main.js'), 'utf8') === code).toBe(true);
    for (const name of ['manifest.json', 'styles.css'])
      expect(readFileSync(join(release, name), 'utf8')).toBe(read(name));
  });
});

/** The texts in a script, without its comments; those of a template one by one. */
function literals(script: string): string[] {
  const source = ts.createSourceFile('script.js', script, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The longest part of a text without a space. */
function longestWord(text: string): string {
  return text.split(/\s/).reduce((longest, word) => (word.length > longest.length ? word : longest));
}

const READABLE: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'es2022',
  conditions: ['browser'],
  external: ['obsidian', 'electron'],
  logLevel: 'error',
};
