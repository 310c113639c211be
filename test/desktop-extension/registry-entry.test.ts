import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  entryProblems,
  entryReminder,
  makeEntry,
  ruleProblems,
} from '../../scripts/release/registry-entry.mjs';
import type { Entry } from '../../scripts/release/registry-entry.mjs';
import { ROOT } from '../docs/pages';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { groupScope } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';

describe('the entry for the MCP registry', () => {
  const scope = groupScope();
  let entry: Entry;
  beforeAll(async () => {
    ({ entry } = await makeEntry(ROOT));
  });

  /** A folder with what the entry is made of, with a change to one file. */
  async function changed(test: TestScope, file: string, from: RegExp, to: string): Promise<string> {
    const folder = await makeFolder(test);
    for (const name of [
      'manifest.json',
      'package.json',
      'server.json',
      'src/desktop-extension/manifest.json',
    ]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await cp(join(ROOT, name), join(folder, name));
    }
    const text = await readFile(join(folder, file), 'utf8');
    const replaced = text.replace(from, to);
    expect(replaced).not.toBe(text);
    await writeFile(join(folder, file), replaced);
    return folder;
  }

  it('is as the repository says, and names the extension by the bytes that the build and the plugin make', async () => {
    expect(await entryProblems(ROOT)).toEqual([]);
    const digest = createHash('sha256')
      .update(await readFile(built.extension))
      .digest('hex');
    expect(entry.packages).toMatchObject([{ fileSha256: digest, transport: { type: 'stdio' } }]);
    expect(entry.packages[0]?.identifier).toContain(`/mcpb-${entry.version}/`);
  });

  it.each([
    ['manifest.json', /"version": "[^"]*"/, '"version": "9.9.9"'],
    ['package.json', /github\.com\/[^/]+/, 'github.com/somebody'],
    ['src/desktop-extension/manifest.json', /"description": "[^"]*"/, '"description": "Other words."'],
    ['server.json', /"fileSha256": "../, '"fileSha256": "zz'],
  ])('is refused where %s says something else', async (file, from, to) => {
    const folder = await changed(scope, file, from, to);
    expect(await entryProblems(folder)).toEqual([
      expect.stringMatching(/^server\.json: it differs.+npm run registry/),
    ]);
  });

  it('has an account once package.json names one', async (test) => {
    const folder = await changed(test, 'package.json', /github\.com\/[^/]+/, 'github.com/somebody');
    const { entry: named } = await makeEntry(folder);
    expect(named.name).toBe('io.github.somebody/cli-bridge');
    expect(entryReminder(named)).toBeUndefined();
    const unnamed = await changed(test, 'package.json', /github\.com\/[^/]+/, 'gitlab.com/somebody');
    await expect(makeEntry(unnamed)).rejects.toThrow(/is not the address of a repository on GitHub/);
  });

  it.each([
    [{ name: 'io.github.some_body/x' }, /\/name /],
    [{ name: `io.github.somebody/${'x'.repeat(200)}` }, /\/name .*200/],
    [{ title: '' }, /\/title /],
    [{ description: 'x'.repeat(101) }, /\/description .*100/],
    [{ version: '^3.0.0' }, /\/version /],
    [{ identifier: 'https://github.com/somebody/mcp/cli-bridge.mcpb' }, /in its own repository/],
    [{ identifier: 'http://github.com/OWNER/cli-bridge.mcpb' }, /\/packages\/0\/identifier /],
    [{ fileSha256: 'ABC' }, /\/packages\/0\/fileSha256 /],
  ] as const)('is refused by the rules of the registry with %o', async (change, problem) => {
    const isOfPackage = 'identifier' in change || 'fileSha256' in change;
    const packages = entry.packages.map((each) => ({ ...each, ...(isOfPackage && change) }));
    const broken = { ...entry, packages, ...(!isOfPackage && change) };
    expect(await ruleProblems(broken)).toContainEqual(expect.stringMatching(problem));
  });
});
