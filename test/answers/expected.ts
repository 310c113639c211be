/** What a caller sees: fine, fine with a warning, or the code of the failure. */
export type Verdict = string;

/**
 * How one command answers, and what its answers mean. Written from what is known of the Obsidian CLI itself, not from the
 * records of the bridge: the one is to be held against the other.
 */
export interface Expected {
  readonly params: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** What a success prints: each of them is one. */
  readonly success: readonly string[];
  /** The sentences for "nothing found". */
  readonly nothing: readonly string[];
  /** What it prints when it fails, besides what every command prints. */
  readonly failures: readonly string[];
  /** The verdict on a success, where its words are not known it is fine with a warning. */
  readonly fine: Verdict;
  /** The verdict when this and every question about it print nothing. */
  readonly silence: Verdict;
  /** The verdict when this and every question about it print words that nobody knows. */
  readonly foreign: Verdict;
  /** It changes something. */
  readonly changes: boolean;
  /** What a single line that reads like a failure may be: the text of a note, a text or an item that a user wrote. */
  readonly content?: 'note' | 'text' | 'item';
}

type Details = Partial<Expected>;
type Params = Readonly<Record<string, string>>;

const common = { nothing: [], failures: [] } as const;

/** A list that may be empty. */
const list = (success: string, params: Params = {}, more: Details = {}): Expected => ({
  ...common,
  params,
  success: [success],
  fine: 'ok',
  silence: 'ok',
  foreign: 'ok',
  changes: false,
  ...more,
});

/** A list that says in a sentence when it is empty. */
const listOrSentence = (
  success: string,
  nothing: string,
  params: Params = {},
  more: Details = {},
): Expected => list(success, params, { nothing: [nothing], silence: 'no_output', ...more });

/** Always prints something, in a form that is known. */
const form = (success: string, params: Params = {}, more: Details = {}): Expected =>
  list(success, params, { silence: 'no_output', foreign: 'warned', ...more });

/** The text of a note. */
const note = (params: Params): Expected =>
  list('Prose.\n', params, { content: 'note', silence: 'unconfirmed' });

/** A change that the program confirms in words that are known. */
const confirmed = (
  success: string | readonly string[],
  params: Params = {},
  more: Details = {},
): Expected => ({
  ...common,
  params,
  success: [success].flat(),
  fine: 'ok',
  silence: 'unconfirmed',
  foreign: 'warned',
  changes: true,
  ...more,
});

/** The same for a command that changes one note: whether it did is seen there, or not known. */
const ofOneNote = (success: string | readonly string[], params: Params, more: Details = {}): Expected =>
  confirmed(success, params, { foreign: 'unconfirmed', ...more });

/** A change of which nobody knows what the program says. */
const unknown = (params: Params = {}, more: Details = {}): Expected =>
  confirmed('Done.\n', params, { fine: 'warned', ...more });

const NOTE = { path: 'a.md' };
const rows = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const NO_NOTES = 'No markdown files found.';
const NO_SYNC = 'Error: Sync is not set up for this vault.';
const NO_TEMPLATES = 'Error: No template folder configured.';
const VERSION = 'a.md (version 1, 2026-08-16 02:38)\n---\nProse.\n';

/** By command. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  // General
  help: list(
    '  append                Append content to a file\n',
    { command: 'append' },
    {
      failures: ['No commands matching "append".', 'No commands matching "append". Did you mean: prepend?'],
    },
  ),
  version: form('1.13.7 (installer 1.13.4)\n'),
  reload: confirmed('Reloading...\n'),
  restart: unknown(),
  remove: unknown(),
  uninstall: unknown(),
  // Bases
  bases: listOrSentence('Projects.base\n', 'No base files found in vault', {}, { content: 'item' }),
  'base:views': listOrSentence('Board\tcards\n', 'No views defined.'),
  'base:create': confirmed(['Created: Row.md\n', 'Created: Notes/Row.md\n'], { path: 'a.base', name: 'Row' }),
  'base:query': form(
    '[]\n',
    { path: 'a.base', view: 'x' },
    {
      failures: ['Error: Base file not found: a.base', 'Error: View not found: x'],
    },
  ),
  // Bookmarks
  bookmarks: listOrSentence('a.md\n', 'No bookmarks found.', {}, { content: 'item' }),
  bookmark: unknown({ file: 'a' }),
  // Command palette
  commands: list('app:reload\n'),
  command: confirmed(
    'Executed: app:go-back\n',
    { id: 'app:go-back' },
    {
      silence: 'ok',
      failures: [
        'Command "app:go-back" not found. Use "commands" to list available command IDs.',
        'Error: Command "app:go-back" not found. Use "commands" to list available command IDs.',
      ],
    },
  ),
  hotkeys: list('app:reload\tMod+R\n'),
  hotkey: list('(none)\n', { id: 'app:reload' }),
  // Daily notes
  daily: confirmed('Opened: Daily/2026-01-05.md\n'),
  'daily:path': form('Daily/2026-01-05.md\n', {}, { foreign: 'ok' }),
  'daily:read': note({}),
  'daily:append': ofOneNote('Added to: Daily/2026-01-05.md\n', { content: 'x' }),
  'daily:prepend': ofOneNote('Added to: Daily/2026-01-05.md\n', { content: 'x' }),
  // File recovery
  diff: list('a.md\n1   Local 2026-08-16 02:38:11       431 B\n', NOTE, { content: 'item' }),
  history: listOrSentence('a.md\n1\t2026-08-16 02:38\t431 B\n', 'No history found for this file.', NOTE),
  'history:list': list('a.md\n', {}, { content: 'item' }),
  'history:read': form(VERSION, NOTE),
  'history:restore': ofOneNote('Done.\n', { ...NOTE, version: '1' }, { fine: 'unconfirmed' }),
  'history:open': unknown(NOTE),
  // Files
  file: form(rows('path\ta.md', 'name\ta', 'extension\tmd', 'size\t3'), NOTE),
  files: list('a.md\n', {}, { content: 'item' }),
  folder: form(
    rows('path\tx', 'files\t3'),
    { path: 'x' },
    {
      failures: ['Error: Folder "x" not found.', 'Error: "x" is a file, not a folder.'],
    },
  ),
  folders: list('/\nx\n', {}, { content: 'item' }),
  open: confirmed('Opened: a.md\n', NOTE, { failures: ['Error: Missing required parameter: file or path'] }),
  create: ofOneNote(
    ['Created: a.md\n', 'Overwrote: a.md\n'],
    { ...NOTE, content: 'x' },
    {
      failures: [
        'Error: name cannot contain "/". Use path for a full file path.',
        'Error: Templates plugin is not enabled.',
        NO_TEMPLATES,
        'Error: Template folder "T" not found.',
        'Error: File name cannot contain any of the following characters: * " \\ / < > : | ?',
      ],
    },
  ),
  read: note(NOTE),
  append: ofOneNote('Appended to: a.md\n', { ...NOTE, content: 'x' }),
  prepend: ofOneNote('Prepended to: a.md\n', { ...NOTE, content: 'x' }),
  move: ofOneNote(
    'Moved: a.md -> b.md\n',
    { ...NOTE, to: 'b.md' },
    {
      failures: ['Error: Destination file already exists!'],
    },
  ),
  rename: ofOneNote(
    'Renamed: a.md -> b.md\n',
    { ...NOTE, name: 'b' },
    {
      failures: ['Error: Destination file already exists!'],
    },
  ),
  delete: ofOneNote(['Moved to trash: a.md\n', 'Deleted permanently: a.md\n'], NOTE, {
    failures: ['Error: "a.md" is a folder, not a file.'],
  }),
  // Links
  backlinks: listOrSentence('b.md\n', 'No backlinks found.', NOTE, { content: 'item' }),
  links: listOrSentence('b.md\n', 'No links found.', NOTE, { content: 'item' }),
  unresolved: listOrSentence('nowhere\n', 'No unresolved links found.', {}, { content: 'item' }),
  orphans: listOrSentence('a.md\nb.pdf\n', 'No orphan files found.', {}, { content: 'item' }),
  deadends: listOrSentence('a.md\nb.png\n', 'No dead-end files found.', {}, { content: 'item' }),
  // Outline
  outline: form('└── Heading\n', NOTE, {
    nothing: ['No headings found.'],
    failures: ['Error: File is not a markdown file.'],
  }),
  // Plugins
  plugins: list('dataview\n'),
  'plugins:enabled': list('dataview\n'),
  'plugins:restrict': confirmed(
    [
      'Restricted mode enabled. Reloading...\n',
      'Restricted mode disabled. Reloading...\n',
      'Restricted mode is already enabled.\n',
      'Restricted mode is already disabled.\n',
    ],
    {},
    { flags: ['off'] },
  ),
  plugin: form(rows('type\tcommunity', 'name\tDataview'), { id: 'dataview' }),
  'plugin:enable': confirmed('Enabled plugin: dataview\n', { id: 'dataview' }),
  'plugin:disable': unknown({ id: 'dataview' }),
  'plugin:install': unknown({ id: 'dataview' }),
  'plugin:uninstall': unknown({ id: 'dataview' }),
  'plugin:reload': confirmed(
    'Reloaded: dataview\n',
    { id: 'dataview' },
    {
      failures: [
        'Plugin "dataview" is not enabled.',
        'Error: Plugin "dataview" not found. Use "plugins" to list available plugins.',
      ],
    },
  ),
  // Properties
  aliases: listOrSentence('Jay\n', 'No aliases found.', NOTE, { content: 'item' }),
  properties: list('status: done\n', NOTE, {
    content: 'text',
    nothing: ['No frontmatter found.'],
    silence: 'no_output',
  }),
  'property:set': ofOneNote(
    'Set status: done\n',
    { ...NOTE, name: 'status', value: 'done' },
    {
      failures: [
        'Error: Invalid number: done',
        'Error: Invalid date format. Use YYYY-MM-DD',
        'Error: Invalid datetime format. Use YYYY-MM-DDTHH:mm or YYYY-MM-DDTHH:mm:ss',
      ],
    },
  ),
  'property:remove': ofOneNote('Removed: status\n', { ...NOTE, name: 'status' }),
  'property:read': list(
    '(empty)\n',
    { ...NOTE, name: 'status' },
    {
      content: 'text',
      failures: ['Error: Property "status" not found.'],
    },
  ),
  // Publish
  'publish:site': list('slug\tme\nurl\thttps://publish.obsidian.md/me\n'),
  'publish:list': list('a.md\n', {}, { content: 'item' }),
  'publish:status': listOrSentence('new\ta.md\n', 'No changes.', {}, { content: 'item' }),
  'publish:add': confirmed(['Published: a.md\n', 'Published 2 files:\na.md\nb.md\n'], NOTE),
  'publish:remove': confirmed('Unpublished: a.md\n', NOTE),
  'publish:open': confirmed('https://publish.obsidian.md/me/a\n', NOTE),
  // Random notes
  random: confirmed('Opened: a.md\n', {}, { failures: [NO_NOTES] }),
  'random:read': form('a.md\n\nProse.\n', {}, { failures: [NO_NOTES] }),
  // Search
  search: listOrSentence(
    'a.md\n',
    'No matches found.',
    { query: 'x' },
    {
      content: 'item',
      failures: ['Error: Invalid search query.', 'Error: Operator "x" not recognized'],
    },
  ),
  'search:context': form(
    'a.md:3: a line\n',
    { query: 'x' },
    {
      success: ['a.md:3: a line\n', 'x.md\na.md:3: a line\n'],
      nothing: ['No matches found.'],
    },
  ),
  'search:open': confirmed(['Opened search: x\n', 'Opened search\n'], { query: 'x' }),
  // Sync
  sync: confirmed(
    ['Sync paused.\n', 'Sync resumed.\n', 'Sync is already paused.\n', 'Sync is already running.\n'],
    {},
    { flags: ['on'], failures: [NO_SYNC] },
  ),
  'sync:status': list(
    'status: synced\n',
    {},
    {
      failures: ['status: disconnected\nSync is not set up for this vault.'],
    },
  ),
  'sync:history': listOrSentence(
    '0: 2026-08-16 (431 bytes) [Mac]\n',
    'No sync history found for this file.',
    NOTE,
    { failures: [NO_SYNC] },
  ),
  'sync:read': form(VERSION, { ...NOTE, version: '1' }, { failures: [NO_SYNC] }),
  'sync:restore': ofOneNote(
    'Restored a.md to version 1\n',
    { ...NOTE, version: '1' },
    {
      failures: [NO_SYNC],
    },
  ),
  'sync:open': unknown(NOTE, { failures: [NO_SYNC] }),
  'sync:deleted': listOrSentence(
    '2026-08-16: a.md (431 bytes) [Mac]\n',
    'No deleted files found in sync history.',
    {},
    { content: 'item', failures: [NO_SYNC] },
  ),
  // Tags
  tags: listOrSentence('#garden\t3\n', 'No tags found.'),
  tag: list(
    'a.md\n',
    { name: 'garden' },
    {
      content: 'item',
      failures: ['Error: Tag "#garden" not found.'],
    },
  ),
  // Tasks
  tasks: listOrSentence('- [ ] Water the plants\n', 'No tasks found.', {}, { content: 'item' }),
  task: ofOneNote(
    ['a.md:1 [x] Water the plants\n', 'a.md:1 [ ] \n'],
    { ...NOTE, line: '1' },
    {
      flags: ['done'],
      failures: ['Error: Line 1 is out of range (file has 0 lines).'],
    },
  ),
  // Templates
  templates: list('Meeting\n', {}, { content: 'item', failures: [NO_TEMPLATES] }),
  'template:read': list(
    'Prose.\n',
    { name: 'Meeting' },
    {
      content: 'text',
      failures: ['Error: Template "Meeting" not found.', NO_TEMPLATES],
    },
  ),
  'template:insert': ofOneNote(
    'Done.\n',
    { name: 'Meeting' },
    {
      fine: 'unconfirmed',
      failures: ['Error: No active editor. Open a file first.'],
    },
  ),
  // Themes and snippets
  themes: list('Minimal\n', {}, { content: 'item' }),
  theme: list('(default)\n', {}, { content: 'item' }),
  'theme:set': unknown({ name: 'Minimal' }),
  'theme:install': unknown({ name: 'Minimal' }),
  'theme:uninstall': unknown({ name: 'Minimal' }),
  snippets: listOrSentence('wide\n', 'No snippets found.', {}, { content: 'item' }),
  'snippets:enabled': listOrSentence('wide\n', 'No snippets found.', {}, { content: 'item' }),
  'snippet:enable': unknown({ name: 'wide' }),
  'snippet:disable': unknown({ name: 'wide' }),
  // Unique notes
  unique: confirmed('Zettel/202601051200.md\n'),
  // Vault
  vault: form(rows('name\tNotes', 'files\t3')),
  vaults: form('Notes\n', {}, { foreign: 'ok', content: 'item' }),
  'vault:open': unknown({ name: 'Notes' }),
  // Web viewer
  web: confirmed('Opened: https://example.org\n', { url: 'https://example.org' }),
  // Word count
  wordcount: form(rows('words: 103', 'characters: 991'), NOTE, {
    failures: ['Error: Word count is only available for markdown files.'],
  }),
  // Workspaces
  workspace: list('main\n'),
  workspaces: listOrSentence('Work (active)\n', 'No workspaces saved.', {}, { content: 'item' }),
  'workspace:save': confirmed(
    'Saved workspace: Work\n',
    { name: 'Work' },
    {
      failures: ['Missing required parameter: name\nUsage: workspace:save [name=<name>]'],
    },
  ),
  'workspace:load': confirmed(
    'Loaded workspace: Work\n',
    { name: 'Work' },
    {
      failures: ['Error: Workspace "Work" not found.'],
    },
  ),
  'workspace:delete': confirmed(
    'Deleted workspace: Work\n',
    { name: 'Work' },
    {
      failures: ['Error: Workspace "Work" not found.'],
    },
  ),
  tabs: list('[markdown] a\n', {}, { foreign: 'warned' }),
  'tab:open': confirmed(
    ['Opened: a.md\n', 'Opened view: graph\n', 'Opened new tab\n'],
    { file: 'a.md' },
    {
      failures: ['Error: Tab group "x" not found. Use "workspace ids=true" to list tab group IDs.'],
    },
  ),
  recents: listOrSentence('a.md\n', 'No recent files.', {}, { content: 'item' }),
  // Developer
  devtools: unknown(),
  'dev:debug': confirmed(
    [
      'Debugger attached. Console capture started.\n',
      'Debugger is already attached.\n',
      'Debugger detached. Console capture stopped.\n',
      'Debugger is not attached.\n',
    ],
    {},
    { flags: ['on'] },
  ),
  'dev:cdp': unknown({ method: 'Page.enable' }),
  'dev:errors': listOrSentence('Uncaught TypeError: x\n', 'No errors captured.', {}, { content: 'text' }),
  'dev:screenshot': unknown({ path: 'a.png' }),
  'dev:console': list(
    '03:00:01 x\n',
    {},
    {
      content: 'text',
      failures: ['Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.'],
    },
  ),
  'dev:css': list('color: red\n', { selector: 'body' }),
  'dev:dom': listOrSentence(
    '<p>x</p>\n',
    'No elements found.',
    { selector: 'p[' },
    {
      content: 'text',
      failures: ['Error: Invalid selector: p['],
    },
  ),
  'dev:mobile': confirmed(
    [
      'Mobile emulation enabled. Reloading...\n',
      'Mobile emulation disabled. Reloading...\n',
      'Mobile emulation is already enabled.\n',
      'Mobile emulation is already disabled.\n',
    ],
    {},
    { flags: ['on'] },
  ),
  eval: confirmed(
    ['=> 2\n', '(no output)\n', '[warn] x\n=> {\n  "a": 1\n}\n'],
    { code: '1+1' },
    {
      failures: ['ReferenceError: x is not defined', '[warn] x\nError: boom'],
    },
  ),
};

/** Failures that every command may print, and whether they quote a value that these calls do not have. */
export const FAILURES: readonly [said: string, code: string][] = [
  ['Error: No active file. Use file=<name> or path=<path> to specify a file.', 'cli_failed'],
  ['Error: No active file.', 'cli_failed'],
  ['Vault not found.', 'vault_not_found'],
  [
    'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.',
    'cli_disabled',
  ],
  [
    'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.',
    'app_not_running',
  ],
];

/** What reads like a failure and is not known word for word. */
export const LIKE_FAILURES: readonly string[] = [
  'Error: Something that nobody has seen yet',
  'Error: File "elsewhere.md" not found.',
  "TypeError: Cannot read properties of null (reading 'getParentPrefix')",
];

/** What the client prints when it loses the app while it waits for the answer. */
export const BROKEN = ['Stream closed', 'Broken pipe', 'write() failed', 'Error: Stream closed'];
