import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;
const text = (path: string): string => readFileSync(join(vault.root, path), 'utf8');

beforeEach(() => {
  vault = makeVault({
    'Home.md': '# Home\n#a #a #b/c\n- [ ] one\r\n- [x] two\n```\n- [ ] code\n```\n',
    'Work/List.md': '---\ntags: [a, Übung]\n---\n## Sub\n# Top\n### Deep\n#A\n- [/] half\n\t- [X] done\n',
    'Plain.md': 'four words in here, 日本\n',
    'Empty.md': '',
    'table.base': 'views: []\n',
  });
});
afterEach(() => vault.remove());

describe('tags', () => {
  it('are listed and counted', async () => {
    expect(await vault.say('tags')).toBe('#A\n#a\n#b/c\n#Übung');
    expect(await vault.say('tags', 'counts', 'sort=count')).toBe('#a\t3\n#A\t1\n#b/c\t1\n#Übung\t1');
    expect(JSON.parse(await vault.say('tags', 'counts', 'format=json', 'path=Home.md'))).toEqual([
      { tag: '#a', count: '2' },
      { tag: '#b/c', count: '1' },
    ]);
    expect(await vault.say('tags', 'total')).toBe('4');
    expect(await vault.say('tags', 'counts', '--csv', 'file=List')).toBe('#A,1\n#a,1\n#Übung,1');
    expect(await vault.say('tags', 'path=Plain.md', 'format=json')).toBe('No tags found.');
  });

  it('name the notes that contain them', async () => {
    expect(await vault.say('tag', 'name=a')).toBe('Home.md\nWork/List.md');
    expect(await vault.say('tag', 'name=#A', 'verbose')).toBe('#A\t1\nWork/List.md');
    expect(await vault.say('tag', 'name=a', 'total')).toBe('3');
    expect(await vault.ask(['tag', 'name=B/c'])).toEqual({
      text: 'Error: Tag "#B/c" not found.',
      failed: true,
    });
  });
});

describe('tasks', () => {
  it('are listed and filtered', async () => {
    expect(await vault.say('tasks')).toBe('- [ ] one\n- [x] two\n- [/] half\n- [X] done');
    expect(await vault.say('tasks', 'done')).toBe('- [x] two\n- [X] done');
    expect(await vault.say('tasks', 'todo')).toBe('- [ ] one\n- [/] half');
    expect(await vault.say('tasks', 'status=/')).toBe('- [/] half');
    expect(await vault.say('tasks', 'status= ')).toBe('- [ ] one');
    expect(await vault.say('tasks', 'total', 'file=Home')).toBe('2');
    expect(await vault.say('tasks', 'verbose')).toBe(
      'Home.md\n  3: - [ ] one\n  4: - [x] two\n\nWork/List.md\n  8: - [/] half\n  9: - [X] done',
    );
    expect(JSON.parse(await vault.say('tasks', 'status=X', 'format=json'))).toEqual([
      { status: 'X', text: '- [X] done', file: 'Work/List.md', line: '9' },
    ]);
    expect(await vault.say('tasks', 'path=Plain.md')).toBe('No tasks found.');
    expect(await vault.say('tasks', 'daily')).toBe('No tasks found.');
  });

  it('are shown and changed one by one', async () => {
    expect(await vault.say('task', 'ref=Home.md:3')).toBe(
      'status\t \ntext\t- [ ] one\nline\t3\nfile\tHome.md',
    );
    expect(await vault.say('task', 'ref=Home.md:3', 'toggle')).toBe('- [x] one');
    expect(await vault.say('task', 'file=Home', 'line=4', 'todo')).toBe('- [ ] two');
    expect(await vault.say('task', 'path=Work/List.md', 'line=9', 'status=?')).toBe('- [?] done');
    expect(text('Home.md')).toBe('# Home\n#a #a #b/c\n- [x] one\r\n- [ ] two\n```\n- [ ] code\n```\n');
    expect(text('Work/List.md')).toContain('\n\t- [?] done\n');
  });

  it.each([
    ['ref=Home.md:1', 'Error: No task found at Home.md:1.'],
    ['ref=Home.md:6', 'Error: No task found at Home.md:6.'],
    ['ref=Home.md:8', 'Error: No task found at Home.md:8.'],
    ['ref=Home.md:99', 'Error: Line 99 is out of range (file has 8 lines).'],
    ['ref=No.md:1', 'Error: File "No.md" not found.'],
    ['ref=Home', 'Error: Invalid task reference. Use path:line'],
    ['file=Home', 'Error: Missing required parameter: line=<n>\nUsage: task line=<n>'],
  ])('cannot be found by %s', async (argument, said) => {
    expect(await vault.ask(['task', argument, 'done'])).toEqual({ text: said, failed: true });
  });

  it('have a status of one character', async () => {
    expect((await vault.ask(['task', 'ref=Home.md:3', 'status=xx'])).text).toBe(
      'Error: Status must be a single character.',
    );
  });
});

describe('outline', () => {
  it('is a tree, lines or a list', async () => {
    expect(await vault.say('outline', 'file=List')).toBe('├── Sub\n└── Top\n    └── Deep');
    expect(await vault.say('outline', 'file=List', 'format=md')).toBe('## Sub\n# Top\n### Deep');
    expect(JSON.parse(await vault.say('outline', 'file=List', '--json'))).toEqual([
      { level: 2, heading: 'Sub', line: 4 },
      { level: 1, heading: 'Top', line: 5 },
      { level: 3, heading: 'Deep', line: 6 },
    ]);
    expect(await vault.say('outline', 'file=List', 'format=json', 'total')).toBe('3');
  });

  it('reports that there is none, whatever the format', async () => {
    for (const more of ['format=json', 'total', 'format=md']) {
      expect(await vault.say('outline', 'path=Plain.md', more)).toBe('No headings found.');
    }
    expect(await vault.say('outline', 'path=table.base')).toBe('Error: File is not a markdown file.');
  });
});

describe('wordcount', () => {
  it('counts words and characters', async () => {
    expect(await vault.say('wordcount', 'path=Plain.md')).toBe('words: 6\ncharacters: 23');
    expect(await vault.say('wordcount', 'path=Plain.md', 'words')).toBe('6');
    expect(await vault.say('wordcount', 'path=Empty.md')).toBe('words: 0\ncharacters: 0');
  });
});

describe('daily notes', () => {
  beforeEach(() => {
    vault.put(
      '.obsidian/daily-notes.json',
      '{"folder": "/Log/", "format": "YYYY/MM-DD [Tag] ddd", "template": "T/Day"}',
    );
    vault.put('T/Day.md', '---\nday: {{date}}\n---\n# {{title}} {{time}} {{date:dddd D. MMMM YY}}\n');
  });
  const path = 'Log/2025/11-12 Tag Wed.md';
  const fresh = '---\nday: 2025-11-12\n---\n# 11-12 Tag Wed 09:05 Wednesday 12. November 25\n';

  it('have a path before they exist', async () => {
    expect(await vault.say('daily:path')).toBe(path);
    expect(await vault.say('files', 'folder=Log')).toBe('');
  });

  it('are created by reading', async () => {
    expect(await vault.say('daily:read')).toBe(fresh);
    expect(text(path)).toBe(fresh);
  });

  it('are created by writing, at either end', async () => {
    expect(await vault.say('daily:append', 'content=- one\\n- two')).toBe(`Appended to: ${path}`);
    expect(await vault.say('daily:prepend', 'content=top')).toBe(`Prepended to: ${path}`);
    expect(text(path)).toBe(fresh.replace('# 11', 'top\n# 11') + '\n- one\n- two');
    expect(await vault.say('tasks', 'daily')).toBe('No tasks found.');
  });

  it('can be opened', async () => {
    expect(await vault.say('daily', 'paneType=tab')).toBe(`Opened: ${path}`);
    expect(await vault.say('read')).toBe(fresh);
  });

  it('are in the root by default', async () => {
    vault.put('.obsidian/daily-notes.json', 'junk');
    expect(await vault.say('daily:append', 'content=x')).toBe('Appended to: 2025-11-12.md');
    expect(text('2025-11-12.md')).toBe('x');
  });
});

describe('templates', () => {
  it('need a folder', async () => {
    const said = 'Error: No template folder configured.';
    expect(await vault.say('templates')).toBe(said);
    expect(await vault.say('template:read', 'name=x')).toBe(said);
    expect(await vault.say('create', 'name=New', 'template=x')).toBe(said);
    expect(await vault.say('files')).not.toContain('New.md');
  });

  it('are listed, read and filled in', async () => {
    vault.put('.obsidian/templates.json', '{"folder": "T"}');
    vault.put('T/Day.md', '{{title}} on {{date}}');
    vault.put('T/Sub/Book.md', 'book');
    expect(await vault.say('templates')).toBe('Day\nSub/Book');
    expect(await vault.say('templates', 'total')).toBe('2');
    expect(await vault.say('template:read', 'name=Day')).toBe('{{title}} on {{date}}');
    expect(await vault.say('template:read', 'name=Day.md', 'resolve', 'title=X')).toBe('X on 2025-11-12');
    expect(await vault.say('template:read', 'name=No')).toBe('Error: Template "No" not found.');
    expect(await vault.say('create', 'name=My', 'template=Day', 'content=more')).toBe('Created: My.md');
    expect(text('My.md')).toBe('My on 2025-11-12\nmore');
    expect(await vault.say('template:insert', 'name=Day')).toBe(
      'Error: No active editor. Open a file first.',
    );
  });
});

describe('lists', () => {
  it('of bases', async () => {
    expect(await vault.say('bases')).toBe('table.base');
    await vault.say('delete', 'path=table.base');
    expect(await vault.ask(['bases'])).toEqual({ text: 'No base files found in vault', failed: false });
  });

  it('of bookmarks', async () => {
    expect(await vault.say('bookmarks')).toBe('No bookmarks found.');
    expect(await vault.say('bookmark', 'file=Home.md', 'subpath=#Home')).toBe('Bookmarked: Home.md#Home');
    expect(await vault.say('bookmark', 'search=tag:#a', 'title=All a')).toBe('Bookmarked: All a');
    expect(await vault.say('bookmark', 'url=obsidian://x')).toBe('Bookmarked: obsidian://x');
    expect(await vault.say('bookmarks', 'verbose')).toBe(
      'file\tHome.md#Home\nsearch\tAll a\nurl\tobsidian://x',
    );
    expect(await vault.say('bookmarks', 'total')).toBe('3');
    expect(await vault.say('bookmark', 'folder=No')).toBe('Error: Folder "No" not found.');
    expect(await vault.say('bookmark')).toMatch(/^Error: Missing required parameter: file=<path>/);
  });

  it('of palette commands', async () => {
    expect(await vault.say('commands')).toBe('app:reload\ndaily-notes\neditor:save-file');
    expect(await vault.say('commands', 'filter=editor:')).toBe('editor:save-file');
    expect(await vault.say('command', 'id=daily-notes')).toBe('Executed: daily-notes');
    expect(await vault.say('file')).toMatch(/^path\t(\S+\/)?2025-11-12\.md\n/);
    await vault.say('plugin:disable', 'id=daily-notes');
    expect(await vault.say('command', 'id=daily-notes')).toBe('Error: Command "daily-notes" not found.');
    expect(await vault.say('command', 'id=graph:open')).toBe('Error: Command "graph:open" not found.');
    expect(await vault.say('command', 'id=app:reload')).toBe('Executed: app:reload');
    expect(await vault.say('command', 'id=zzz')).toBe('Error: Command "zzz" not found.');
  });
});

describe('random notes', () => {
  it('come from the given folder', async () => {
    expect(await vault.say('random', 'folder=Work')).toBe('Opened: Work/List.md');
    expect(await vault.say('random:read', 'folder=Work')).toMatch(/^Work\/List\.md\n\n---\ntags/);
    expect(await vault.say('random', 'folder=No')).toBe('Error: No files found.');
  });
});
