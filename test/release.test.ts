import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFromText } from './code-from-text';
import { built } from './kit/built';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readJson = (file: string): Record<string, unknown> => JSON.parse(read(file)) as Record<string, unknown>;

describe('the manifest is one that the community directory accepts', () => {
  const manifest = readJson('manifest.json');
  const text = (key: string): string => String(manifest[key]);

  test('only known keys, all required ones', () => {
    expect(Object.keys(manifest).sort()).toEqual([
      'author',
      'description',
      'id',
      'isDesktopOnly',
      'minAppVersion',
      'name',
      'version',
    ]);
    expect(manifest['isDesktopOnly']).toBe(true);
  });

  test('id and name', () => {
    expect(text('id')).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(text('id')).not.toMatch(/obsidian|plugin$/);
    expect(text('name')).toMatch(/^[A-Za-z0-9 ]+$/);
    expect(text('name')).not.toMatch(/obsidian|obsi-|-sidian|plugin/i);
    expect(text('name')).not.toBe(text('name').toUpperCase());
  });

  test('description', () => {
    expect(text('description').length).toBeLessThanOrEqual(250);
    expect(text('description')).toMatch(/^[A-Z][A-Za-z0-9 .,!?'"-]*\.$/);
    expect(text('description')).not.toMatch(/obsidian|plugin/i);
    expect(text('description').startsWith(text('name'))).toBe(false);
  });

  test('the version is the same everywhere, and versions.json names the app version it needs', () => {
    expect(text('version')).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readJson('package.json')['version']).toBe(manifest['version']);
    expect(readJson('versions.json')[text('version')]).toBe(manifest['minAppVersion']);
    expect(read('CHANGELOG.md')).toContain(`## ${text('version')}`);
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

  beforeAll(async () => {
    code = readFileSync(built.plugin, 'utf8');
    await build({
      entryPoints: [join(root, 'src/main.ts')],
      outfile: join(folder, 'readable.js'),
      ...READABLE,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is at most 640 KB', () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(640_000);
  });

  test('is strict from its first line', () => {
    expect(code).toMatch(/^"use strict";/);
  });

  test('makes no code out of text, and no markup out of text', () => {
    expect(codeFromText(code)).toEqual([]);
    expect(code).not.toMatch(/\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/);
  });

  test('does not reach the file system, and starts processes in one place only', () => {
    const readable = readFileSync(join(folder, 'readable.js'), 'utf8');
    expect(readable).not.toMatch(/require\(["'](?:node:)?fs(?:\/promises)?["']\)/);
    expect(readable.match(/require\(["'](?:node:)?child_process["']\)/g)).toHaveLength(1);
  });

  test('loads nothing from the network, and does not switch off certificate checks', () => {
    expect(code).not.toMatch(/<script|@import|rejectUnauthorized/);
  });

  test('speaks English only, and carries the licences of what is in it', () => {
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

  test('a second build gives the same bytes', async () => {
    await promisify(execFile)(process.execPath, ['esbuild.config.mjs', folder], { cwd: root });
    expect(readFileSync(join(folder, 'main.js'), 'utf8') === code).toBe(true);
  });
});

const READABLE: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'es2022',
  conditions: ['browser'],
  external: ['obsidian', 'electron'],
  logLevel: 'error',
};
