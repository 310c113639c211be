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
    expect(await vault.say('tags')).toBe('#a\n#b\n#b/c\n#Übung');
    expect(await vault.say('tags', 'counts', 'sort=count')).toBe('#a\t4\n#b\t1\n#b/c\t1\n#Übung\t1');
    expect(JSON.parse(await vault.say('tags', 'counts', 'format=json', 'path=Home.md'))).toEqual([
      { tag: '#a', count: '2' },
      { tag: '#b/c', count: '1' },
    ]);
    expect(await vault.say('tags', 'total')).toBe('4');
    expect(await vault.say('tags', 'counts', '--csv', 'file=List')).toBe('#A,1\n#a,1\n#Übung,1');
    vault.put('.obsidian/app.json', '{"userIgnoreFilters": ["Work/"]}');
    expect(await vault.say('tags', 'counts')).toBe('#a\t2\n#b\t1\n#b/c\t1');
    expect(await vault.say('tags', 'path=Plain.md', 'format=json')).toBe('No tags found.');
  });

  it('name the notes that contain them', async () => {
    expect(await vault.say('tag', 'name=a')).toBe('Home.md\nWork/List.md');
    expect(await vault.say('tag', 'name=#a', 'verbose')).toBe('#a\t4\nHome.md\nWork/List.md');
    expect(await vault.say('tag', 'name=a', 'total')).toBe('4');
    expect(await vault.ask(['tag', 'name=b'])).toEqual({ text: '', failed: false });
    expect(await vault.say('tag', 'name=b', 'verbose')).toBe('#b\t1');
    expect(await vault.ask(['tag', 'name=A'])).toEqual({ text: 'Error: Tag "#A" not found.', failed: true });
  });
});

describe('tasks', () => {
  it('are listed and filtered', async () => {
    expect(await vault.say('tasks')).toBe('- [ ] one\n- [x] two\n- [/] half\n- [X] done');
    expect(await vault.say('tasks', 'done')).toBe('- [x] two\n- [/] half\n- [X] done');
    expect(await vault.say('tasks', 'todo')).toBe('- [ ] one');
    expect(await vault.say('tasks', 'status=/')).toBe('- [/] half');
    expect(await vault.say('tasks', 'status= ')).toBe('- [ ] one');
    expect(await vault.say('tasks', 'total', 'file=Home')).toBe('2');
    expect(await vault.ask(['tasks', 'verbose'])).toMatchObject({ isNotKnown: true });
    expect(JSON.parse(await vault.say('tasks', 'status=X', 'format=json'))).toEqual([
      { status: 'X', text: '- [X] done', file: 'Work/List.md', line: '9' },
    ]);
    expect(await vault.say('tasks', 'path=Plain.md', 'verbose')).toBe('No tasks found.');
    expect(await vault.say('tasks', 'path=Plain.md', 'total')).toBe('0');
    expect(await vault.say('tasks', 'daily')).toBe('No tasks found.');
  });

  it('are shown and changed one by one', async () => {
    expect(await vault.say('task', 'ref=Home.md:3')).toBe('Home.md:3 [ ] one');
    expect(await vault.say('task', 'ref=Home.md:3', 'toggle')).toBe('Home.md:3 [x] one');
    expect(await vault.say('task', 'file=Home', 'line=4', 'todo')).toBe('Home.md:4 [ ] two');
    expect(await vault.say('task', 'path=Work/List.md', 'line=9', 'status=?')).toBe(
      'Work/List.md:9 [?] done',
    );
    expect(text('Home.md')).toBe('# Home\n#a #a #b/c\n- [x] one\r\n- [ ] two\n```\n- [ ] code\n```\n');
    expect(text('Work/List.md')).toContain('\n\t- [?] done\n');
  });

  it.each([
    ['ref=Home.md:99', 'Error: Line 99 is out of range (file has 8 lines).'],
    ['ref=No.md:1', 'Error: File "No.md" not found.'],
  ])('cannot be found by %s', async (argument, said) => {
    expect(await vault.ask(['task', argument, 'done'])).toEqual({ text: said, failed: true });
  });
});

describe('outline', () => {
  it('is a tree, lines or a list', async () => {
    expect(await vault.say('outline', 'file=List')).toBe('├── Sub\n└── Top\n    └── Deep');
    expect(await vault.say('outline', 'file=List', 'format=else')).toBe('├── Sub\n└── Top\n    └── Deep');
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
    vault.put('Smile.md', '---\na: 1\n---\n🎉 a');
    expect(await vault.say('wordcount', 'path=Smile.md', 'characters')).toBe('4');
    expect(await vault.say('wordcount', 'path=table.base')).toBe(
      'Error: Word count is only available for markdown files.',
    );
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
    expect(await vault.say('daily:append', 'content=- one\\n- two')).toBe(`Added to: ${path}`);
    expect(await vault.say('daily:prepend', 'content=top')).toBe(`Added to: ${path}`);
    expect(text(path)).toBe(fresh.replace('# 11', 'top\n# 11') + '\n- one\n- two');
    expect(await vault.say('tasks', 'daily')).toBe('No tasks found.');
  });

  it('can be opened', async () => {
    expect(await vault.say('daily', 'paneType=tab')).toBe(`Opened: ${path}`);
    expect(await vault.say('read')).toBe(fresh);
  });

  it('are in the root by default', async () => {
    vault.put('.obsidian/daily-notes.json', 'junk');
    expect(await vault.say('daily:append', 'content=x')).toBe('Added to: 2025-11-12.md');
    expect(text('2025-11-12.md')).toBe('\nx');
    expect(await vault.say('daily:append', 'content=')).toMatch(
      /^Error: Missing required parameter: content\nUsage: daily:append content=<text> \[paneType=/,
    );
  });
});

describe('templates', () => {
  it('need a folder', async () => {
    const said = 'Error: No template folder configured.';
    expect(await vault.say('templates')).toBe(said);
    expect(await vault.say('template:read', 'name=x')).toBe(said);
    expect(await vault.say('create', 'name=New', 'template=x')).toBe(said);
    expect(await vault.say('files')).not.toContain('New.md');
    vault.put('.obsidian/templates.json', '{"folder": "T"}');
    expect(await vault.say('templates')).toBe('Error: Template folder "T" not found.');
    vault.put('.obsidian/core-plugins.json', '{"templates": false}');
    expect(await vault.say('create', 'name=New', 'template=x')).toBe(
      'Error: Templates plugin is not enabled.',
    );
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
    expect(await vault.say('create', 'path=a/My.txt', 'template=day', 'content=more')).toBe(
      'Created: a/My.md',
    );
    expect(text('a/My.md')).toBe('My on 2025-11-12');
    expect(await vault.say('create', 'name=No', 'template=', 'content=more')).toBe('Created: No.md');
    expect(text('No.md')).toBe('more');
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
    expect(await vault.say('bookmarks', 'total')).toBe('0');
    const items = [
      { type: 'file', path: 'Home.md', subpath: '#Home' },
      { type: 'group', title: 'More', items: [{ type: 'search', query: 'tag:#a', title: 'All a' }] },
      { type: 'url', url: 'obsidian://x' },
      { type: 'graph' },
    ];
    vault.put('.obsidian/bookmarks.json', JSON.stringify({ items }));
    expect(await vault.say('bookmarks')).toBe('Home.md#Home\n[group] More\ntag:#a\nobsidian://x\n[graph] ');
    expect(await vault.say('bookmarks', 'verbose')).toBe(
      'file\tHome.md#Home\t\ngroup\t\tMore\nsearch\ttag:#a\tAll a\nurl\tobsidian://x\t\ngraph\t\t',
    );
    expect(JSON.parse(await vault.say('bookmarks', '--json'))).toContainEqual({ value: 'Home.md#Home' });
    expect(await vault.say('bookmarks', 'total')).toBe('5');
    expect(await vault.say('bookmark', 'folder=No')).toBe('Error: Folder "No" not found.');
    expect(await vault.say('bookmark')).toMatch(/^Error: No active file\./);
    expect(await vault.ask(['bookmark', 'file=Home.md'])).toMatchObject({ isNotKnown: true });
  });

  it('of palette commands', async () => {
    expect(await vault.say('commands')).toBe('app:reload\ndaily-notes\neditor:save-file');
    expect(await vault.say('commands', 'filter=editor:')).toBe('editor:save-file');
    expect(await vault.say('command', 'id=daily-notes')).toBe('Executed: daily-notes');
    expect(await vault.say('file')).toMatch(/^path\t(\S+\/)?2025-11-12\.md\n/);
    vault.put('.obsidian/core-plugins.json', '{"daily-notes": false}');
    expect(await vault.say('command', 'id=daily-notes')).toBe(
      'Error: Command "daily-notes" not found. Use "commands" to list available command IDs.',
    );
    expect(await vault.say('command', 'id=app:reload')).toBe('Executed: app:reload');
    expect(await vault.say('hotkeys')).toBe('app:reload\t\neditor:save-file\t');
    expect(await vault.say('hotkey', 'id=app:reload')).toBe('(none)');
  });
});

describe('random notes', () => {
  it('come from the given folder', async () => {
    expect(await vault.say('random', 'folder=Work')).toBe('Opened: Work/List.md');
    expect(await vault.say('random:read', 'folder=Work')).toMatch(/^Work\/List\.md\n\n---\ntags/);
    expect(await vault.ask(['random', 'folder=No'])).toEqual({
      text: 'No markdown files found.',
      failed: false,
    });
    expect(await vault.say('recents')).toBe('Work/List.md');
  });
});
