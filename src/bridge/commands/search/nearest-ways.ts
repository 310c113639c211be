/** Something that people ask for but no command does, and what comes nearest to it. */
export interface Way {
  /** Groups of words. A request for it has one word of each. */
  readonly words: readonly string[];
  /** Other words that such a request may have. */
  readonly also?: string;
  /** A request with one of these words means something else. */
  readonly unless?: string;
  readonly way: string;
  /** The commands that it names. */
  readonly commands: readonly string[];
  /** Nothing else comes near, so other commands would only mislead. */
  readonly isOnlyWay?: true;
}

const ONLY_USER = 'Only the user can do that, in the app';
const BY_PALETTE =
  'Only a command of the palette does that: commands lists the ids, and command runs one. Else ask the user.';

/** Entries of the index of commands. If one of them fits a request better than every command, its sentence is the hint. */
export const NEAREST_WAYS: readonly Way[] = [
  {
    words: ['export print printer printout paper pdf docx epub odt'],
    also: 'save convert generate make word html note',
    unless: 'folder base table rows csv json',
    way: 'Nothing exports or prints: read the text, or ask the user ("Export to PDF" or the commands of the palette).',
    commands: ['read', 'commands'],
    isOnlyWay: true,
  },
  {
    words: ['add create make new put insert write', 'task todo checkbox checklist'],
    also: 'daily note',
    unless: 'heading section header',
    way: 'A task is a line of a note: write "- [ ] <task>" with append or daily:append.',
    commands: ['append', 'daily:append'],
  },
  {
    words: ['add put assign attach apply set another', 'tag hashtag'],
    also: 'new note',
    way: 'Tags are a property, and property:set writes the whole list: read it first, with property:read name=tags.',
    commands: ['property:set', 'property:read'],
  },
  {
    words: ['move relocate transfer rename', 'folder directory subfolder'],
    unless: 'note file',
    way: 'cli-bridge:folder moves and renames a folder (to), and deletes an empty one (delete); files folder=<path> lists what is in it.',
    commands: ['cli-bridge:folder', 'files'],
  },
  {
    words: ['rename', 'property field'],
    unless: 'note',
    way: 'No command renames a property: write its value under the new name with property:set, then property:remove the old one.',
    commands: ['property:set', 'property:remove'],
    isOnlyWay: true,
  },
  {
    words: [
      'yesterday tomorrow last previous next past different monday tuesday wednesday thursday friday saturday sunday',
      'daily journal diary',
    ],
    also: 'day week entry note read show open',
    way: "daily:path shows where today's note is: those of other days are next to it, and read takes their path.",
    commands: ['daily:path', 'read'],
  },
  {
    words: ['merge combine join split duplicate clone copy'],
    also: 'second note',
    unless: 'line paragraph tag',
    way: 'No command copies, merges or splits notes: read, create or append the text, then delete what is left.',
    commands: ['read', 'create', 'append', 'delete'],
    isOnlyWay: true,
  },
  {
    words: ['remind reminder alarm notify notification'],
    also: 'set add tomorrow',
    way: 'There are no reminders: write a task with its date, with append or daily:append.',
    commands: ['append', 'daily:append'],
    isOnlyWay: true,
  },
  {
    words: ['dark light night', 'mode'],
    also: 'switch turn',
    way: BY_PALETTE,
    commands: ['commands', 'command'],
    isOnlyWay: true,
  },
  {
    words: ['close hide collapse toggle fold unfold', 'sidebar tab pane ribbon heading view mode'],
    also: 'left right all reading source focus',
    way: BY_PALETTE,
    commands: ['commands', 'command'],
    isOnlyWay: true,
  },
  {
    words: ['translate summarize summarise proofread'],
    also: 'note',
    way: 'Read the text, do it yourself, and write the result with cli-bridge:edit or create.',
    commands: ['read', 'cli-bridge:edit', 'create'],
  },
  {
    words: ['create make new set remove delete rename', 'vault'],
    also: 'brand',
    unless: 'note folder',
    way: `${ONLY_USER}: vaults lists the existing ones.`,
    commands: ['vaults'],
    isOnlyWay: true,
  },
  {
    words: ['remove delete drop rename', 'bookmark favorite favourite star'],
    also: 'note',
    way: `${ONLY_USER}: bookmarks lists them.`,
    commands: ['bookmarks'],
    isOnlyWay: true,
  },
  {
    words: ['update upgrade', 'plugin theme app'],
    also: 'all newest latest release version',
    unless: 'note',
    way: `${ONLY_USER}: plugins, themes and version show what is installed.`,
    commands: ['plugins', 'themes', 'version'],
    isOnlyWay: true,
  },
  {
    words: ['assign bind set change map', 'hotkey shortcut keybinding ctrl cmd'],
    also: 'key shift alt new daily note',
    way: `${ONLY_USER}: hotkeys lists them.`,
    commands: ['hotkeys'],
    isOnlyWay: true,
  },
  {
    words: ['encrypt decrypt lock protect'],
    also: 'password note diary',
    way: 'Nothing encrypts notes: plugins shows whether a plugin for that is installed, or ask the user.',
    commands: ['plugins'],
    isOnlyWay: true,
  },
  {
    words: ['undelete restore recover empty', 'undelete trash bin'],
    also: 'note delete',
    way: 'No command reads the trash: cli-bridge:undo undoes what was deleted through the bridge; for the rest, ask the user.',
    commands: ['cli-bridge:undo'],
    isOnlyWay: true,
  },
  {
    words: ['mail email'],
    also: 'send share note',
    way: "Nothing sends mail: read gives the text, and publish:add puts a note on the user's site.",
    commands: ['read', 'publish:add'],
    isOnlyWay: true,
  },
  {
    words: ['font zoom bigger smaller larger'],
    also: 'make letter text size',
    unless: 'snippet css meeting',
    way: `${ONLY_USER}: snippets and themes list what changes its appearance.`,
    commands: ['snippets', 'themes'],
    isOnlyWay: true,
  },
  {
    words: ['import'],
    also: 'note evernote notion',
    way: 'Nothing imports: create writes a note, and cli-bridge:attach adds a file.',
    commands: ['create', 'cli-bridge:attach'],
    isOnlyWay: true,
  },
];

/** For a request that may be about the contents of the vault. */
export const NOTES_WAY = {
  way: 'To find notes about something, execute the command search with query=<words>.',
  commands: ['search'],
} satisfies Partial<Way>;
