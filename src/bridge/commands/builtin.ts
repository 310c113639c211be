import type { CommandKind } from './command';

/** name, kind, signature (see `signature.ts`), what it does, and what a caller should know besides. */
type BuiltinRow = readonly [
  name: string,
  kind: CommandKind,
  signature: string,
  summary: string,
  note?: string,
];

interface BuiltinCategory {
  /** Machine name, the `category` of the command list. */
  readonly category: string;
  readonly title: string;
  readonly rows: readonly BuiltinRow[];
}

/**
 * The documented commands of the official program, by section, with what is known of each.
 * `remove` and `uninstall` are named by the HTTP interface (§4.3) and kept although no release has shown them yet.
 */
export const BUILTIN_CATEGORIES: readonly BuiltinCategory[] = [
  {
    category: 'general',
    title: 'General commands',
    rows: [
      [
        'help',
        'read',
        '<command>',
        'Prints the command catalogue of the running app, or the entry of one command.',
        'Positional argument, not key=value. Only commands registered by currently enabled core/community plugins are listed.',
      ],
      ['version', 'read', '', 'Prints the app version and the installer version.'],
      [
        'reload',
        'write',
        '',
        'Reloads the vault window.',
        'Tears down the renderer, hence also a plugin-hosted HTTP server, before a reply can be sent.',
      ],
      [
        'restart',
        'write',
        '',
        'Relaunches the whole desktop app.',
        'Kills every vault window; a plugin-hosted server cannot answer the request reliably.',
      ],
      ['remove', 'remove', '', 'Removal command of the HTTP interface; runs where the app offers it.'],
      ['uninstall', 'remove', '', 'Removal command of the HTTP interface; runs where the app offers it.'],
    ],
  },
  {
    category: 'bases',
    title: 'Bases',
    rows: [
      ['bases', 'read', '', 'Lists the paths of all .base files.'],
      [
        'base:views',
        'read',
        '',
        'Lists the views of the base that is focused in the app.',
        'Ignores file=/path=; tab-separated name and view type.',
      ],
      [
        'base:create',
        'write',
        'file=<name> path=<path> view=<name> name=<name> content=<text> [open] [newtab]',
        'Adds a new note through a base view, with optional starting text.',
        'Prints only the file name; a taken name gets a numeric suffix.',
      ],
      [
        'base:query',
        'read',
        'file=<name> path=<path> view=<name> format=json|csv|tsv|md|paths(json)',
        'Runs one view of a base and prints the resulting rows.',
      ],
    ],
  },
  {
    category: 'bookmarks',
    title: 'Bookmarks',
    rows: [
      ['bookmarks', 'read', 'format=json|tsv|csv(tsv) [total] [verbose]', 'Lists bookmark entries.'],
      [
        'bookmark',
        'write',
        'file=<path> subpath=<subpath> folder=<path> search=<query> url=<url> title=<title>',
        'Stores a bookmark for a file, heading/block, folder, search or URL.',
      ],
    ],
  },
  {
    category: 'palette',
    title: 'Command palette',
    rows: [
      ['commands', 'read', 'filter=<prefix>', 'Lists the ids of palette commands, optionally by prefix.'],
      [
        'command',
        'write',
        'id=<command-id>!',
        'Triggers any palette command by id, including those of third-party plugins.',
        'May open a modal and never return; can do anything the user interface can.',
      ],
      [
        'hotkeys',
        'read',
        'format=json|tsv|csv(tsv) [total] [verbose] [all]',
        'Lists key bindings.',
        'The flag all (commands without a binding).',
      ],
      ['hotkey', 'read', 'id=<command-id>! [verbose]', 'Prints the key binding of one command id.'],
    ],
  },
  {
    category: 'daily',
    title: 'Daily notes',
    rows: [
      [
        'daily',
        'write',
        'paneType=tab|split|window',
        "Opens today's daily note in the app, creating it when needed.",
      ],
      ['daily:path', 'read', '', "Prints where today's daily note is or would be, without creating it."],
      [
        'daily:read',
        'read',
        '',
        "Prints the text of today's daily note.",
        'Observed on 1.13.7 to create the note when it is absent: not side-effect free.',
      ],
      [
        'daily:append',
        'write',
        'content=<text>! paneType=tab|split|window [inline] [open]',
        "Adds text at the end of today's daily note.",
      ],
      [
        'daily:prepend',
        'write',
        'content=<text>! paneType=tab|split|window [inline] [open]',
        "Adds text at the top of today's daily note, below the frontmatter.",
      ],
    ],
  },
  {
    category: 'history',
    title: 'File history',
    rows: [
      [
        'diff',
        'read',
        'file=<name> path=<path> from=<n> to=<n> filter=local|sync',
        'Lists stored versions of a note or prints the difference of two of them.',
        'With filter=sync (or Sync enabled) versions come from the Sync service.',
      ],
      ['history', 'read', 'file=<name> path=<path>', 'Lists the local recovery snapshots of one note.'],
      ['history:list', 'read', '', 'Lists notes that have local recovery snapshots.'],
      [
        'history:read',
        'read',
        'file=<name> path=<path> version=<n>(1)',
        'Prints the text of one local recovery snapshot.',
      ],
      [
        'history:restore',
        'write',
        'file=<name> path=<path> version=<n>!',
        'Replaces a note with one of its local recovery snapshots.',
      ],
      [
        'history:open',
        'write',
        'file=<name> path=<path>',
        'Shows the file recovery dialog in the app.',
        'Opens user interface.',
      ],
    ],
  },
  {
    category: 'files',
    title: 'Files and folders',
    rows: [
      [
        'file',
        'read',
        'file=<name> path=<path>',
        'Prints path, name, extension, size and timestamps of a file, tab-separated.',
      ],
      [
        'files',
        'read',
        'folder=<path> ext=<extension> [total]',
        'Lists file paths, optionally below a folder or by extension.',
        'Recursive; an unknown folder gives empty output, not an error; no format parameter.',
      ],
      ['folder', 'read', 'path=<path>! info=files|folders|size', 'Prints counts and size for one folder.'],
      [
        'folders',
        'read',
        'folder=<path> [total]',
        'Lists folder paths, optionally below a folder.',
        'Unknown folder gives an error line; the root appears as a slash.',
      ],
      [
        'open',
        'write',
        'file=<name> path=<path> [newtab]',
        'Opens a file in the app window.',
        'Moves focus to the targeted vault window.',
      ],
      [
        'create',
        'write',
        'name=<name> path=<path> content=<text> template=<name> [overwrite] [open] [newtab]',
        'Creates a note from text or a template, or replaces one when told to overwrite.',
        'Without overwrite a taken name silently becomes "name 1.md". A path with ../ made an empty directory outside the vault on 1.12.7. content= decodes backslash-n and backslash-t.',
      ],
      ['read', 'read', 'file=<name> path=<path>', 'Prints the raw text of a file.'],
      [
        'append',
        'write',
        'file=<name> path=<path> content=<text>! [inline]',
        'Adds text at the end of a file.',
        'Defaults to the note open in the app when no target is given.',
      ],
      [
        'prepend',
        'write',
        'file=<name> path=<path> content=<text>! [inline]',
        'Adds text at the top of a file, below the frontmatter.',
        'Defaults to the note open in the app when no target is given.',
      ],
      [
        'move',
        'write',
        'file=<name> path=<path> to=<path>!',
        'Moves or renames a file and may rewrite links to it.',
        'Traversal in to= is untested upstream; hangs reported on Windows 1.13.7.',
      ],
      [
        'rename',
        'write',
        'file=<name> path=<path> name=<name>!',
        'Gives a file a new name in the same folder and may rewrite links to it.',
        'Hangs reported on Windows 1.13.7.',
      ],
      [
        'delete',
        'remove',
        'file=<name> path=<path> [permanent]',
        'Moves a file to the trash, or erases it for good with permanent.',
        'Without a target it deletes the note open in the app.',
      ],
    ],
  },
  {
    category: 'links',
    title: 'Links',
    rows: [
      [
        'backlinks',
        'read',
        'file=<name> path=<path> format=json|tsv|csv(tsv) [counts] [total]',
        'Lists notes that link to a file.',
        'In JSON, count is a string.',
      ],
      [
        'links',
        'read',
        'file=<name> path=<path> [total]',
        'Lists the outgoing links of a file.',
        'Plain text only.',
      ],
      [
        'unresolved',
        'read',
        'format=json|tsv|csv(tsv) [total] [counts] [verbose]',
        'Lists links whose target does not exist.',
      ],
      [
        'orphans',
        'read',
        '[total] [all]',
        'Lists notes nobody links to.',
        'The flag all (non-markdown files).',
      ],
      [
        'deadends',
        'read',
        '[total] [all]',
        'Lists notes without outgoing links.',
        'The flag all (non-markdown files).',
      ],
    ],
  },
  {
    category: 'outline',
    title: 'Outline',
    rows: [
      [
        'outline',
        'read',
        'file=<name> path=<path> format=tree|md|json(tree) [total]',
        'Prints the headings of a note as tree, markdown or JSON.',
        'Prints "No headings found." even with format=json.',
      ],
    ],
  },
  {
    category: 'plugins',
    title: 'Plugins',
    rows: [
      [
        'plugins',
        'read',
        'filter=core|community format=json|tsv|csv(tsv) [versions]',
        'Lists installed plugins.',
      ],
      [
        'plugins:enabled',
        'read',
        'filter=core|community format=json|tsv|csv(tsv) [versions]',
        'Lists plugins that are switched on.',
      ],
      [
        'plugins:restrict',
        'write',
        '[on] [off]',
        'Prints or switches restricted mode, which gates all community plugins.',
        'Without a flag it only reports. off lets third-party code load; on unloads the plugin hosting the server.',
      ],
      ['plugin', 'read', 'id=<plugin-id>!', 'Prints details of one plugin.'],
      [
        'plugin:enable',
        'write',
        'id=<id>! filter=core|community',
        'Switches a plugin on, which executes its code.',
      ],
      [
        'plugin:disable',
        'write',
        'id=<id>! filter=core|community',
        'Switches a plugin off.',
        'Can switch off the plugin that hosts the server.',
      ],
      [
        'plugin:install',
        'write',
        'id=<id>! [enable]',
        'Downloads a community plugin, optionally switching it on.',
        'Network download of third-party code.',
      ],
      ['plugin:uninstall', 'remove', 'id=<id>!', 'Deletes a community plugin and its folder.'],
      [
        'plugin:reload',
        'write',
        'id=<id>!',
        'Unloads and loads a plugin again from disk.',
        'Executes whatever code is in the plugin folder.',
      ],
    ],
  },
  {
    category: 'properties',
    title: 'Properties',
    rows: [
      [
        'aliases',
        'read',
        'file=<name> path=<path> [total] [verbose] [active]',
        'Lists note aliases, vault-wide or for one note.',
      ],
      [
        'properties',
        'read',
        'file=<name> path=<path> name=<name> sort=count(name) format=yaml|json|tsv(yaml) [total] [counts] [active]',
        'Lists frontmatter properties, vault-wide or for one note.',
        'JSON shape differs: array vault-wide, object per file; "No frontmatter found." otherwise.',
      ],
      [
        'property:set',
        'write',
        'name=<name>! value=<value>! type=text|list|number|checkbox|date|datetime file=<name> path=<path>',
        'Writes one frontmatter property of a note.',
        'Defaults to the note open in the app; reformats the existing YAML.',
      ],
      [
        'property:remove',
        'remove',
        'name=<name>! file=<name> path=<path>',
        'Drops one frontmatter property from a note.',
        'Defaults to the note open in the app.',
      ],
      [
        'property:read',
        'read',
        'name=<name>! file=<name> path=<path>',
        'Prints the value of one frontmatter property.',
        'Lists print one item per line; nested objects print as [object Object].',
      ],
    ],
  },
  {
    category: 'publish',
    title: 'Publish',
    rows: [
      ['publish:site', 'read', '', 'Prints slug and address of the connected Publish site.'],
      ['publish:list', 'read', '[total]', 'Lists notes that are public on the site.'],
      [
        'publish:status',
        'read',
        '[total] [new] [changed] [deleted]',
        'Lists differences between the vault and the site.',
      ],
      [
        'publish:add',
        'write',
        'file=<name> path=<path> [changed]',
        'Uploads one note, or every changed note, to the public site.',
        'Makes private content public.',
      ],
      ['publish:remove', 'remove', 'file=<name> path=<path>', 'Takes a note off the public site.'],
      ['publish:open', 'write', 'file=<name> path=<path>', 'Opens the public page of a note in a browser.'],
    ],
  },
  {
    category: 'random',
    title: 'Random notes',
    rows: [
      ['random', 'write', 'folder=<path> [newtab]', 'Opens a randomly chosen note in the app.'],
      ['random:read', 'read', 'folder=<path>', 'Prints path and text of a randomly chosen note.'],
    ],
  },
  {
    category: 'search',
    title: 'Search',
    rows: [
      [
        'search',
        'read',
        'query=<text>! path=<folder> limit=<n> format=text|json(text) [total] [case]',
        'Prints paths of notes matching a query.',
        'Prints "No matches found." even with format=json; limit counts files.',
      ],
      [
        'search:context',
        'read',
        'query=<text>! path=<folder> limit=<n> format=text|json(text) [case]',
        'Prints matching lines with path and line number.',
        'JSON is grouped per file; "No matches found." is plain text.',
      ],
      ['search:open', 'write', 'query=<text>', 'Shows the search pane in the app with a query.'],
    ],
  },
  {
    category: 'sync',
    title: 'Sync',
    rows: [
      ['sync', 'write', '[on] [off]', 'Pauses or resumes Obsidian Sync.'],
      ['sync:status', 'read', '', 'Prints state and storage usage of Sync.'],
      [
        'sync:history',
        'read',
        'file=<name> path=<path> [total]',
        'Lists versions of a note kept by the Sync service.',
      ],
      [
        'sync:read',
        'read',
        'file=<name> path=<path> version=<n>!',
        'Prints one version kept by the Sync service.',
      ],
      [
        'sync:restore',
        'write',
        'file=<name> path=<path> version=<n>!',
        'Replaces a note with a version kept by the Sync service.',
      ],
      [
        'sync:open',
        'write',
        'file=<name> path=<path>',
        'Shows the Sync history dialog in the app.',
        'Opens user interface.',
      ],
      ['sync:deleted', 'read', '[total]', 'Lists notes deleted through Sync.'],
    ],
  },
  {
    category: 'tags',
    title: 'Tags',
    rows: [
      [
        'tags',
        'read',
        'file=<name> path=<path> sort=count(name) format=json|tsv|csv(tsv) [total] [counts] [active]',
        'Lists tags, vault-wide or for one note.',
      ],
      [
        'tag',
        'read',
        'name=<tag>! [total] [verbose]',
        'Prints usage of one tag.',
        'Case-sensitive; an unused tag is an error line.',
      ],
    ],
  },
  {
    category: 'tasks',
    title: 'Tasks',
    rows: [
      [
        'tasks',
        'read',
        'file=<name> path=<path> status=<char> format=json|tsv|csv(text) [total] [done] [todo] [verbose] [active] [daily]',
        'Lists checkbox items, filtered by state, file or day.',
        'Default output is plain text, which is not one of the format values.',
      ],
      [
        'task',
        'write',
        'ref=<path:line> file=<name> path=<path> line=<n> status=<char> [toggle] [daily] [done] [todo]',
        'Prints one checkbox item or changes its state.',
        'Read-only when none of toggle, done, todo, status is given.',
      ],
    ],
  },
  {
    category: 'templates',
    title: 'Templates',
    rows: [
      [
        'templates',
        'read',
        '[total]',
        'Lists available templates.',
        '"Error: No template folder configured." when the folder is not set.',
      ],
      [
        'template:read',
        'read',
        'name=<template>! title=<title> [resolve]',
        'Prints a template, optionally with its variables filled in.',
      ],
      [
        'template:insert',
        'write',
        'name=<template>!',
        'Inserts a template into the note being edited.',
        'Needs an active editor; takes no target.',
      ],
    ],
  },
  {
    category: 'themes',
    title: 'Themes and snippets',
    rows: [
      ['themes', 'read', '[versions]', 'Lists installed themes.'],
      ['theme', 'read', 'name=<name>', 'Prints the current theme, or details of one theme.'],
      [
        'theme:set',
        'write',
        'name=<name>!',
        'Switches the current theme.',
        'An empty value selects the default theme.',
      ],
      [
        'theme:install',
        'write',
        'name=<name>! [enable]',
        'Downloads a community theme, optionally switching to it.',
        'Network download.',
      ],
      ['theme:uninstall', 'remove', 'name=<name>!', 'Deletes an installed theme.'],
      ['snippets', 'read', '', 'Lists CSS snippets.'],
      ['snippets:enabled', 'read', '', 'Lists CSS snippets that are on.'],
      ['snippet:enable', 'write', 'name=<name>!', 'Switches a CSS snippet on.'],
      ['snippet:disable', 'write', 'name=<name>!', 'Switches a CSS snippet off.'],
    ],
  },
  {
    category: 'unique',
    title: 'Unique notes',
    rows: [
      [
        'unique',
        'write',
        'name=<text> content=<text> paneType=tab|split|window [open]',
        'Creates a note with a timestamp-based name.',
      ],
    ],
  },
  {
    category: 'vault',
    title: 'Vault',
    rows: [
      [
        'vault',
        'read',
        'info=name|path|files|folders|size',
        'Prints name, absolute path, counts and size of the vault.',
      ],
      [
        'vaults',
        'read',
        '[total] [verbose]',
        'Lists the vaults the app knows; verbose adds their absolute paths.',
        'Reveals other vaults.',
      ],
      [
        'vault:open',
        'write',
        'name=<name>!',
        'Switches to another vault, only inside the interactive terminal interface.',
        'Not available as a one-shot command.',
      ],
    ],
  },
  {
    category: 'web',
    title: 'Web viewer',
    rows: [['web', 'write', 'url=<url>! [newtab]', 'Opens an address in the built-in web viewer.']],
  },
  {
    category: 'wordcount',
    title: 'Wordcount',
    rows: [
      [
        'wordcount',
        'read',
        'file=<name> path=<path> [words] [characters]',
        'Prints word and character counts of a note.',
      ],
    ],
  },
  {
    category: 'workspace',
    title: 'Workspace',
    rows: [
      ['workspace', 'read', '[ids]', 'Prints the tree of panes and tabs.'],
      ['workspaces', 'read', '[total]', 'Lists saved layouts.'],
      ['workspace:save', 'write', 'name=<name>', 'Stores the current layout under a name.'],
      ['workspace:load', 'write', 'name=<name>!', 'Applies a saved layout.'],
      ['workspace:delete', 'remove', 'name=<name>!', 'Deletes a saved layout.'],
      ['tabs', 'read', '[ids]', 'Lists open tabs.'],
      [
        'tab:open',
        'write',
        'group=<id> file=<path> view=<type>',
        'Opens a new tab with a file or a view type.',
      ],
      ['recents', 'read', '[total]', 'Lists recently opened files.'],
    ],
  },
  {
    category: 'developer',
    title: 'Developer commands',
    rows: [
      ['devtools', 'write', '', 'Shows or hides the developer tools window.'],
      [
        'dev:debug',
        'write',
        '[on] [off]',
        'Attaches or detaches the DevTools debugger; reports its state without a flag.',
      ],
      [
        'dev:cdp',
        'write',
        'method=<CDP.method>! params=<json>',
        'Sends a raw DevTools-protocol call to the window.',
        'Runtime.evaluate and the like give arbitrary code execution.',
      ],
      ['dev:errors', 'read', '[clear]', 'Prints captured JavaScript errors; can empty the buffer.'],
      [
        'dev:screenshot',
        'write',
        'path=<filename>',
        'Captures the app window to a PNG file.',
        'Absolute path= writes anywhere the user may write; relative goes into the vault; none goes to the temp folder. Help says base64, shipped code prints a path.',
      ],
      [
        'dev:console',
        'read',
        'limit=<n>(50) level=log|warn|error|info|debug [clear]',
        'Prints captured console messages; can empty the buffer.',
        'Error line unless dev:debug on was run first.',
      ],
      [
        'dev:css',
        'read',
        'selector=<css>! prop=<name>',
        'Prints CSS rules that match a selector.',
        'Attaches the debugger as a side effect.',
      ],
      [
        'dev:dom',
        'read',
        'selector=<css>! attr=<name> css=<prop> [total] [text] [inner] [all]',
        'Prints DOM nodes that match a selector.',
        'Exposes anything on screen.',
      ],
      ['dev:mobile', 'write', '[on] [off]', 'Switches mobile emulation.', 'Reloads the window.'],
      [
        'eval',
        'write',
        'code=<javascript>!',
        'Evaluates JavaScript in the app window and prints the result.',
        'Unsandboxed, with Node access; output is prefixed with "=> ".',
      ],
    ],
  },
];
