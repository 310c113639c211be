import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySampleVault } from '../../src/standalone/stand-in';
import { built } from '../kit/built';
import { printed, runToEnd } from './run';
import type { Run } from './run';

const SAMPLE = fileURLToPath(new URL('../../src/standin/sample-vault', import.meta.url));

let folder: string;
let sample: string;
let other: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-program-')));
  sample = join(folder, 'Sample Vault');
  other = join(folder, 'Other');
  await copySampleVault(SAMPLE, sample);
  await copySampleVault(join(SAMPLE, 'People'), other);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const setting = () => ({ vaults: [sample, other], switches: { NOW: '2025-11-10T07:30:00' } });
const run = (argv: readonly string[], cwd?: string): Promise<Run> =>
  runToEnd(built.standIn, argv, { ...setting(), ...(cwd !== undefined && { cwd }) });

/** Observed output of the official program. The order matters. */
const ANSWERS: readonly (readonly [argv: readonly string[], stdout: string | RegExp])[] = [
  [['version'], /^\d+\.\d+\.\d+ \(installer \d+\.\d+\.\d+\)\n$/],
  [['help', 'version'], '  version               Show Obsidian version\n'],
  [['vaults'], 'Sample Vault\nOther\n'],
  [['vault', 'info=name'], 'Sample Vault\n'],
  [['vault'], /^name\tSample Vault\npath\t\/.*\/Sample Vault\nfiles\t\d+\nfolders\t\d+\nsize\t\d+\n$/],
  [['files', 'folder=Attachments'], 'Attachments/irrigation-plan.svg\nAttachments/packing-list.txt\n'],
  [['files', 'folder=Nowhere'], ''],
  [['folders', 'folder=Archive'], 'Archive\nArchive/2023\n'],
  [['read', 'path=Nope.md'], 'Error: File "Nope.md" not found.\n'],
  [['append', 'content=x'], 'Error: No active file. Use file=<name> or path=<path> to specify a file.\n'],
  [['read', 'path=Notes/Windows Export.md'], /^---\r\nsource: OneNote\r\n[^]*\[\[Home\]\]\.\r\n$/],
  [['create', 'name=Tëst 🎉', 'content=# Hi\\n\\ttab'], 'Created: Tëst 🎉.md\n'],
  [['read', 'file=Tëst 🎉'], '# Hi\n\ttab\n'],
  [['create', 'name=Tëst 🎉'], 'Created: Tëst 🎉 1.md\n'],
  [['create', 'path=Tëst 🎉.md', 'content=b=c', 'overwrite'], 'Overwrote: Tëst 🎉.md\n'],
  [['create', 'path=../out.md'], "TypeError: Cannot read properties of null (reading 'getParentPrefix')\n"],
  [['open', 'file=Tëst 🎉'], 'Opened: Tëst 🎉.md\n'],
  [['append', 'content=d'], 'Appended to: Tëst 🎉.md\n'],
  [['prepend', 'content=a '], 'Prepended to: Tëst 🎉.md\n'],
  [['read'], 'a \nb=c\nd\n'],
  [['rename', 'name=Test'], 'Renamed: Tëst 🎉.md -> Test.md\n'],
  [['move', 'to=Notes'], 'Moved: Test.md -> Notes/Test.md\n'],
  [['delete'], 'Moved to trash: Notes/Test.md\n'],
  [['delete', 'path=Tëst 🎉 1.md', 'permanent'], 'Deleted permanently: Tëst 🎉 1.md\n'],
  [['search', 'query=shifgrethor'], 'Reading/The Left Hand of Darkness.md\n'],
  [['search', 'query=shifgrethor', 'format=json'], '["Reading/The Left Hand of Darkness.md"]\n'],
  [['search', 'query=zzzz', 'format=json'], 'No matches found.\n'],
  [['search:context', 'query=Matador'], 'Garden/🌱 Seedlings.md:8: - Spinach "Matador", 9 of 12\n'],
  [['tags', 'counts', 'path=Garden/Watering Schedule.md'], '#garden\t1\n#schedule\t1\n'],
  [['tag', 'name=#recipe/japanese'], 'Recipes/おにぎり.md\n'],
  [['tag', 'name=nope'], 'Error: Tag "#nope" not found.\n'],
  [['tasks', 'path=Daily/2025-11-07.md'], '- [x] Empty the [[Inbox]]\n- [/] Sort the photos\n'],
  [['tasks', 'daily', 'total'], '3\n'],
  [['property:read', 'name=aliases', 'file=Balcony Irrigation'], 'Drip system\nBewässerung\n'],
  [['property:read', 'name=supplier', 'file=Balcony Irrigation'], '(empty)\n'],
  [
    ['property:set', 'name=budget', 'value=abc', 'type=number', 'file=Balcony Irrigation'],
    'Error: Invalid number: abc\n',
  ],
  [['property:set', 'name=budget', 'value=150', 'file=Balcony Irrigation'], 'Set budget: 150\n'],
  [['property:remove', 'name=phone', 'file=Günther Müller'], 'Removed: phone\n'],
  [['properties', 'file=Orphaned Thought', 'format=json'], 'No frontmatter found.\n'],
  [['outline', 'file=Käsespätzle'], '└── Käsespätzle\n    ├── Zutaten\n    └── Zubereitung\n'],
  [['outline', 'path=Projects/Projects.base'], 'Error: File is not a markdown file.\n'],
  [['links', 'file=Relaunch Kick-off'], 'Projects/Website Relaunch.md\nRelaunch Review (unresolved)\n'],
  [['links', 'file=Käsespätzle'], 'No links found.\n'],
  [
    ['backlinks', 'file=2025-11-10', 'counts', 'json'],
    '[\n  {\n    "file": "Home.md",\n    "count": "1"\n  }\n]\n',
  ],
  [['daily:path'], 'Daily/2025-11-10.md\n'],
  [['daily:append', 'content=late'], 'Added to: Daily/2025-11-10.md\n'],
  [['templates'], 'Book\nDaily Note\nMeeting\n'],
  [['template:insert', 'name=Book'], 'Error: No active editor. Open a file first.\n'],
  [['bases'], 'Projects/Projects.base\n'],
  [['plugins', 'filter=community'], 'calendar\ndataview\n'],
  [['plugin:reload', 'id=calendar'], 'Reloaded: calendar\n'],
  [['plugin'], 'Error: Missing required parameter: id=<plugin-id>\nUsage: plugin id=<plugin-id>\n'],
  [
    ['property:set'],
    /^Error: Missing required parameter: name=<name>, value=<value>\nUsage: property:set name=<name> value=<value> \[type=[^\n]*\] \[file=<name>\] \[path=<path>\]\n$/,
  ],
  [['create', 'path=Notes/Cut.md', 'content=x'], 'Created: Notes/Cut.md\n'],
  [['delete:permanent', 'path=Notes/Cut.md'], 'Deleted permanently: Notes/Cut.md\n'],
  [['vaults:total'], '2\n'],
  [['files:folder'], /^Error: Command "files:folder" not found\./],
  [['read', 'path=Nope.md', 'path=Recipes/おにぎり.md', 'path=Attachments/packing-list.txt'], /^Passport\n/],
  [['xyzzy'], 'Error: Command "xyzzy" not found. It may require a plugin to be enabled.\n'],
  [['--version'], 'Error: Command "--version" not found. Did you mean: version?\n'],
  [['--help'], /^Obsidian CLI\n/],
  [['help', 'publish:site'], 'No commands matching "publish:site".\n'],
  [['tag', 'name=Recipe'], 'Error: Tag "#Recipe" not found.\n'],
];

describe('the program answers', () => {
  it.each(ANSWERS)('%j', async (argv, expected) => {
    const answer = await printed(argv, setting());
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });

  it('on stdout and with exit code 0, whatever it answers', async () => {
    for (const argv of [['vaults'], ['read', 'path=Nope.md'], ['xyzzy']])
      expect(await run(argv)).toEqual({
        stdout: await printed(argv, setting()),
        stderr: '',
        code: 0,
        signal: null,
      });
  });

  it('with all of many megabytes', async () => {
    const text = '日本 🎉 and more\n'.repeat(300_000);
    writeFileSync(join(other, 'big.md'), text);
    const { stdout } = await run(['vault=Other', 'read', 'path=big.md']);
    expect(stdout === text).toBe(true);
    rmSync(join(other, 'big.md'));
  });
});

describe('the vault', () => {
  const info = async (argv: readonly string[], cwd?: string): Promise<string> =>
    (await run(argv, cwd)).stdout;

  it('is the one named by the first argument only', async () => {
    expect(await info(['vault=Other', 'vault', 'info=name'])).toBe('Other\n');
    expect(await info(['vault', 'info=name', 'vault=Other'])).toBe('Sample Vault\n');
    expect(await info(['vault=Nope', 'version'])).toBe('Vault not found.\n');
  });

  it('is the working directory when that is a vault', async () => {
    expect(await info(['vault', 'info=name'], other)).toBe('Other\n');
  });

  it('may be missing', async () => {
    const bare = await runToEnd(built.standIn, ['files'], { vaults: [] });
    expect(bare.stdout).toBe('Error: No vault is open. Name its folder in OBSIDIAN_STANDIN_VAULTS.\n');
    const version = await runToEnd(built.standIn, ['version'], { vaults: [join(folder, 'not there')] });
    expect(version.stdout).toMatch(/^\d/);
  });
});
