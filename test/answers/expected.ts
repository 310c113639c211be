/** What a caller sees: fine, fine with a warning, or the code of the failure. */
export type Verdict = string;

/**
 * How one command answers, and what its answers mean. Written from what is known of the Obsidian CLI itself, not from the
 * records of the bridge: the one is to be held against the other.
 */
export interface Expected {
  readonly params: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** What a success prints. */
  readonly success: string;
  /** What other commands print when they are asked about it; without it, a success needs no question. */
  readonly proof?: Readonly<Record<string, string>>;
  /** What they print when it did not happen. */
  readonly denial?: Readonly<Record<string, string>>;
  /** The sentences for "nothing found". */
  readonly nothing?: readonly string[];
  /** The verdict on a success. */
  readonly fine: Verdict;
  /** The verdict when this and every question about it print nothing. */
  readonly silence: Verdict;
  /** The verdict when this and every question about it print words that nobody knows. */
  readonly foreign: Verdict;
  /** It changes something. */
  readonly changes: boolean;
  /** Its answer can be any text that a user wrote, or a list of such texts. */
  readonly content?: 'text' | 'lines' | 'console' | 'names';
}

type Details = Partial<Expected>;
type Params = Readonly<Record<string, string>>;

/** A list that may be empty. */
const list = (success: string, params: Params = {}, more: Details = {}): Expected => ({
  params,
  success,
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
): Expected => list(success, params, { nothing: [nothing], silence: 'warned', ...more });

/** Always prints something, in a form that is known. */
const form = (success: string, params: Params = {}, more: Details = {}): Expected =>
  list(success, params, { silence: 'warned', foreign: 'warned', ...more });

/** The text of a note, or of a part of one. */
const text = (params: Params, more: Details = {}): Expected =>
  list('Prose.\n', params, { content: 'text', silence: 'unconfirmed', ...more });

/** A change that the program confirms in words that are known. */
const confirmed = (success: string, params: Params = {}, more: Details = {}): Expected => ({
  params,
  success,
  fine: 'ok',
  silence: 'unconfirmed',
  foreign: 'warned',
  changes: true,
  ...more,
});

/** A change of which nobody knows what the program says, and which another command can tell of. */
const proven = (params: Params, proof: Params, denial: Params | undefined, more: Details = {}): Expected => ({
  params,
  success: 'Done.\n',
  proof,
  ...(denial && { denial }),
  fine: 'ok',
  silence: 'unconfirmed',
  foreign: 'warned',
  changes: true,
  ...more,
});

/** A change of which nobody knows what the program says, nor how to ask. */
const unknown = (params: Params = {}, more: Details = {}): Expected => ({
  params,
  success: 'Done.\n',
  fine: 'warned',
  silence: 'warned',
  foreign: 'warned',
  changes: true,
  ...more,
});

const NOTE = { path: 'a.md' };
const rows = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** What `file` prints of the note that was changed far in the future, that is after the call. */
const NEW_NOTE = rows('path\ta.md', 'size\t3', 'created\t9000000000000', 'modified\t9000000000000');

/** By command. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  // General
  help: list('  append                Append content to a file\n', { command: 'append' }),
  version: form('1.13.7 (installer 1.13.4)\n'),
  reload: confirmed('Reloading...\n'),
  restart: unknown(),
  remove: unknown(),
  uninstall: unknown(),
  // Bases
  bases: listOrSentence('Projects.base\n', 'No base files found in vault'),
  'base:views': list('Board\tcards\n'),
  'base:create': confirmed('Created: Row.md\n', { path: 'a.base', name: 'Row' }),
  'base:query': form('[]\n', { path: 'a.base' }),
  // Bookmarks
  bookmarks: listOrSentence('a.md\n', 'No bookmarks found.', {}, { content: 'lines' }),
  bookmark: unknown({ file: 'a' }),
  // Command palette
  commands: list('app:reload\n'),
  command: unknown({ id: 'app:go-back' }),
  hotkeys: list('app:reload\tMod+R\n'),
  hotkey: list('Mod+R\n', { id: 'app:reload' }),
  // Daily notes
  daily: unknown(),
  'daily:path': form('Daily/2026-01-05.md\n', {}, { foreign: 'ok' }),
  'daily:read': text({}),
  'daily:append': confirmed('Appended to: Daily/2026-01-05.md\n', { content: 'x' }),
  'daily:prepend': confirmed('Prepended to: Daily/2026-01-05.md\n', { content: 'x' }),
  // File recovery
  diff: list('1\ta.md\n', NOTE),
  history: list('1\n', NOTE),
  'history:list': list('a.md\n'),
  'history:read': text(NOTE),
  'history:restore': proven({ ...NOTE, version: '1' }, { file: NEW_NOTE }, undefined),
  'history:open': unknown(NOTE),
  // Files
  file: form(rows('path\ta.md', 'name\ta', 'extension\tmd', 'size\t3'), NOTE),
  files: list('a.md\n', {}, { content: 'lines' }),
  folder: form(rows('path\tx', 'files\t3'), { path: 'x' }),
  folders: list('/\nx\n', {}, { content: 'lines' }),
  open: confirmed('Opened: a.md\n', NOTE),
  create: confirmed('Created: a.md\n', { ...NOTE, content: 'x' }),
  read: text(NOTE),
  append: confirmed('Appended to: a.md\n', { ...NOTE, content: 'x' }),
  prepend: confirmed('Prepended to: a.md\n', { ...NOTE, content: 'x' }),
  move: confirmed('Moved: a.md -> b.md\n', { ...NOTE, to: 'b.md' }),
  rename: confirmed('Renamed: a.md -> b.md\n', { ...NOTE, name: 'b' }),
  delete: confirmed('Moved to trash: a.md\n', NOTE),
  // Links
  backlinks: listOrSentence('b.md\n', 'No backlinks found.', NOTE, { content: 'lines' }),
  links: listOrSentence('b.md\n', 'No links found.', NOTE, { content: 'lines' }),
  unresolved: list('nowhere\n', {}, { content: 'lines' }),
  orphans: list('a.md\n', {}, { content: 'lines' }),
  deadends: list('a.md\n', {}, { content: 'lines' }),
  // Outline
  outline: form('└── Heading\n', NOTE, { nothing: ['No headings found.'] }),
  // Plugins
  plugins: list('dataview\n'),
  'plugins:enabled': list('dataview\n'),
  'plugins:restrict': unknown({}, { fine: 'ok', foreign: 'ok', success: 'off\n' }),
  plugin: form(rows('type\tcommunity', 'name\tDataview'), { id: 'dataview' }),
  'plugin:enable': proven(
    { id: 'dataview' },
    { 'plugins:enabled': 'dataview\n' },
    { 'plugins:enabled': 'other\n' },
  ),
  'plugin:disable': proven(
    { id: 'dataview' },
    { 'plugins:enabled': 'other\n' },
    { 'plugins:enabled': 'dataview\n' },
  ),
  // Listed, it may have been before.
  'plugin:install': proven(
    { id: 'dataview' },
    { plugins: 'dataview\n' },
    { plugins: 'other\n' },
    { fine: 'warned' },
  ),
  'plugin:uninstall': proven({ id: 'dataview' }, { plugins: 'other\n' }, { plugins: 'dataview\n' }),
  'plugin:reload': confirmed('Reloaded: dataview\n', { id: 'dataview' }),
  // Properties
  aliases: listOrSentence('Jay\n', 'No aliases found.', NOTE, { content: 'lines' }),
  properties: text(NOTE, { success: 'status: done\n', nothing: ['No frontmatter found.'] }),
  'property:set': confirmed('Set status: done\n', { ...NOTE, name: 'status', value: 'done' }),
  'property:remove': confirmed('Removed: status\n', { ...NOTE, name: 'status' }),
  'property:read': text({ ...NOTE, name: 'status' }, { success: 'done\n' }),
  // Publish
  'publish:site': list('https://publish.obsidian.md/me\n'),
  'publish:list': list('a.md\n'),
  'publish:status': list('new\ta.md\n'),
  'publish:add': unknown(NOTE),
  'publish:remove': unknown(NOTE),
  'publish:open': unknown(NOTE),
  // Random notes
  random: unknown(),
  'random:read': text({}, { silence: 'warned' }),
  // Search
  search: listOrSentence('a.md\n', 'No matches found.', { query: 'x' }, { content: 'lines' }),
  'search:context': form('a.md:3: a line\n', { query: 'x' }, { nothing: ['No matches found.'] }),
  'search:open': unknown({ query: 'x' }),
  // Sync
  sync: unknown({}, { flags: ['on'] }),
  'sync:status': list('synced\n'),
  'sync:history': list('1\n', NOTE),
  'sync:read': text({ ...NOTE, version: '1' }),
  'sync:restore': proven({ ...NOTE, version: '1' }, { file: NEW_NOTE }, undefined),
  'sync:open': unknown(NOTE),
  'sync:deleted': list('a.md\n'),
  // Tags
  tags: listOrSentence('#garden\t3\n', 'No tags found.'),
  tag: list('a.md\n', { name: 'garden' }, { content: 'lines' }),
  // Tasks
  tasks: listOrSentence('- [ ] Water the plants\n', 'No tasks found.', {}, { content: 'lines' }),
  task: proven({ ...NOTE, line: '1' }, { file: NEW_NOTE }, undefined, { flags: ['done'] }),
  // Templates
  templates: list('Meeting\n', {}, { content: 'lines' }),
  'template:read': text({ name: 'Meeting' }),
  'template:insert': proven({ name: 'Meeting' }, { file: NEW_NOTE }, undefined),
  // Themes and snippets
  themes: list('Minimal\n'),
  theme: list('Minimal\n'),
  'theme:set': unknown({ name: 'Minimal' }),
  'theme:install': proven(
    { name: 'Minimal' },
    { themes: 'Minimal\n' },
    { themes: 'Other\n' },
    { fine: 'warned' },
  ),
  'theme:uninstall': proven({ name: 'Minimal' }, { themes: 'Other\n' }, { themes: 'Minimal\n' }),
  // Nothing can be asked that tells a name from an error.
  snippets: list('wide\n', {}, { content: 'names' }),
  'snippets:enabled': list('wide\n', {}, { content: 'names' }),
  'snippet:enable': proven(
    { name: 'wide' },
    { 'snippets:enabled': 'wide\n' },
    { 'snippets:enabled': 'other\n' },
  ),
  'snippet:disable': proven(
    { name: 'wide' },
    { 'snippets:enabled': 'other\n' },
    { 'snippets:enabled': 'wide\n' },
  ),
  // Unique notes
  unique: unknown(),
  // Vault
  vault: form(rows('name\tNotes', 'files\t3')),
  vaults: form('Notes\n', {}, { foreign: 'ok' }),
  'vault:open': unknown({ name: 'Notes' }),
  // Web viewer
  web: unknown({ url: 'https://example.org' }),
  // Word count
  wordcount: form(rows('words: 103', 'characters: 991'), NOTE),
  // Workspaces
  workspace: list('main\n'),
  workspaces: list('Work (active)\n'),
  'workspace:save': proven(
    { name: 'Work' },
    { workspaces: 'Work\n' },
    { workspaces: 'Other\n' },
    { fine: 'warned' },
  ),
  'workspace:load': unknown({ name: 'Work' }),
  'workspace:delete': proven({ name: 'Work' }, { workspaces: 'Other\n' }, { workspaces: 'Work (active)\n' }),
  tabs: list('a.md\n'),
  'tab:open': unknown({ file: 'a' }),
  recents: list('a.md\n'),
  // Developer
  devtools: unknown(),
  'dev:debug': unknown({}, { flags: ['on'] }),
  'dev:cdp': unknown({ method: 'Page.enable' }),
  'dev:errors': list('Uncaught TypeError: x\n', {}, { nothing: ['No errors captured.'], content: 'console' }),
  'dev:screenshot': unknown({ path: 'a.png' }),
  'dev:console': list('[log] x\n', {}, { content: 'console' }),
  'dev:css': list('color: red\n', { selector: 'body' }),
  'dev:dom': list('<p>x</p>\n', { selector: 'p' }, { nothing: ['No elements found.'], content: 'console' }),
  'dev:mobile': unknown({}, { flags: ['on'] }),
  eval: confirmed('=> 2\n', { code: '1+1' }),
};

/** Failures of the program, their codes, and whether the words are known to the last letter. */
export const FAILURES: readonly [said: string, code: string, isSure: boolean][] = [
  ['Error: File "a.md" not found.', 'file_not_found', true],
  ['Error: Folder "x" not found.', 'cli_failed', true],
  ['Error: Tag "#x" not found.', 'cli_failed', true],
  ['Error: Workspace "x" not found.', 'cli_failed', true],
  ['Error: No active file.', 'cli_failed', true],
  ['Error: No active file. Use file=<name> or path=<path> to specify a file.', 'cli_failed', true],
  ['Error: File is not a markdown file.', 'cli_failed', true],
  ['Error: No template folder configured.', 'cli_failed', true],
  ['Error: No active editor. Open a file first.', 'cli_failed', true],
  ['Error: Missing required parameter: id=<plugin-id>\nUsage: plugin id=<plugin-id>', 'cli_failed', true],
  [
    'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
    'cli_failed',
    true,
  ],
  ['Error: Destination file already exists!', 'cli_failed', false],
  ['Error: Invalid number: abc', 'cli_failed', false],
  ['Error: Invalid date format. Use YYYY-MM-DD', 'cli_failed', false],
  ['Error: View not found: x', 'cli_failed', false],
  ['Error: Line 99 is out of range (file has 5 lines).', 'cli_failed', false],
  ['Error: Something that nobody has seen yet', 'cli_failed', false],
  ["TypeError: Cannot read properties of null (reading 'getParentPrefix')", 'cli_failed', false],
  ['Plugin "x" is not enabled.', 'cli_failed', false],
  ['Plugin "x" not found. Use "plugins" to list available plugins.', 'cli_failed', false],
  ['Restricted: plugins are disabled.', 'cli_failed', false],
  ['No commands matching "x".', 'cli_failed', false],
  ['Vault not found.', 'vault_not_found', true],
  [
    'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.',
    'cli_disabled',
    true,
  ],
  [
    'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.',
    'app_not_running',
    true,
  ],
];

/** What the client prints when it loses the app while it waits for the answer. */
export const BROKEN = ['Stream closed', 'Broken pipe', 'write() failed', 'Error: Stream closed'];
