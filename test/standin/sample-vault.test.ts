import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProperties } from '../../src/standin/markdown/frontmatter';
import { typeOfValue } from '../../src/standin/property-value';
import { copySampleVault } from '../../src/standalone/stand-in';

const SAMPLE = fileURLToPath(new URL('../../src/standin/sample-vault', import.meta.url));

describe('the sample vault', () => {
  const notes = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const texts = notes.map((path) => readFileSync(join(SAMPLE, path), 'utf8'));

  it('has properties of every type', async () => {
    const types = new Set<string>();
    for (const text of texts) {
      for (const value of (await readProperties(text))?.values() ?? []) types.add(typeOfValue(value));
    }
    expect([...types].sort()).toEqual(['checkbox', 'date', 'datetime', 'list', 'number', 'text']);
  });

  it('has the difficult cases', () => {
    expect(notes.length).toBeGreaterThanOrEqual(30);
    expect(texts.filter((text) => text.includes('\r\n'))).toHaveLength(1);
    expect(texts.some((text) => Buffer.byteLength(text) > 60_000)).toBe(true);
    for (const kind of [
      /\p{Script=Hiragana}/u,
      /ř/,
      /ü/,
      /🎉/u,
      /^```/m,
      /^\| --- /m,
      /!\[\[/,
      /^- \[\/\]/m,
    ]) {
      expect(texts.some((text) => kind.test(text))).toBe(true);
    }
    expect(notes.some((path) => /\p{Extended_Pictographic}/u.test(path))).toBe(true);
  });

  it('has no traces of use', () => {
    const all = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => /standin-/.test(path))).toEqual([]);
  });
});

describe('a copy', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'standin-copy-'));
    mkdirSync(join(folder, 'from/.obsidian/standin-history'), { recursive: true });
    writeFileSync(join(folder, 'from/Note.md'), 'new');
    writeFileSync(join(folder, 'from/.obsidian/app.json'), '{}');
    writeFileSync(join(folder, 'from/.obsidian/standin-state.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has notes and settings, but no traces of use', async () => {
    await copySampleVault(join(folder, 'from'), join(folder, 'deep/to'));
    expect(readdirSync(join(folder, 'deep/to'), { recursive: true }).sort()).toEqual([
      '.obsidian',
      '.obsidian/app.json',
      'Note.md',
    ]);
  });

  it('keeps existing files', async () => {
    mkdirSync(join(folder, 'to'));
    writeFileSync(join(folder, 'to/Note.md'), 'mine');
    await copySampleVault(join(folder, 'from'), join(folder, 'to'));
    expect(readFileSync(join(folder, 'to/Note.md'), 'utf8')).toBe('mine');
    expect(readdirSync(join(folder, 'to/.obsidian'))).toEqual(['app.json']);
  });
});
