/**
 * Questions about facts known only from the CLI's code or from single observations. Each question works in its own scratch
 * folder, `{folder}`; `{run}` is unique to the run.
 *
 * A step sends a command. It expects one of
 * - `confirms`: the confirmation in the command's record, with these values for its groups;
 * - `fails`, `begins`: a failure, or the first line, as in the record;
 * - `says`: this text or pattern, which no record holds;
 * - `isUnknown`: nothing, because the answer is unknown.
 *
 * A step without an expectation prepares the next ones. `keep` names its answer for later steps. If the answer does not match
 * `only`, the question is skipped for the reason in `unless`. `makes` names a note outside the scratch folder to delete.
 */

const FRONT = '---\\na: 1\\n---';
const PROPERTY = 'cli-bridge-check-list';
const NOTE = 'path={folder}/Note.md';

/** A note to work on. */
const note = (content = 'Text', path = '{folder}/Note.md') => ({
  send: ['create', `path=${path}`, `content=${content}`],
});

const BASE = note(
  'filters: file.inFolder("{folder}")\\nviews:\\n  - type: table\\n    name: Table\\n',
  '{folder}/Check.base',
);
const BROKEN_BASE = note(
  'filters: nonsense(((\\nviews:\\n  - type: table\\n    name: Table\\n',
  '{folder}/Broken.base',
);

/** Sets a property, and reads the note back. */
const property = (about, value, type, written) => ({
  about,
  steps: [
    note(),
    {
      send: ['property:set', `name=${PROPERTY}`, `value=${value}`, ...type, NOTE],
      confirms: { 1: PROPERTY, 2: value },
    },
    { send: ['read', NOTE], says: written },
  ],
});

/** The questions, in order. */
export const QUESTIONS = [
  {
    about: 'a change of a note that is open in the editor arrives in its file',
    steps: [
      note(),
      { send: ['open', NOTE], confirms: { path: '{folder}/Note.md' } },
      { send: ['append', NOTE, 'content=More'], confirms: { path: '{folder}/Note.md' } },
      { send: ['read', NOTE], says: 'Text\nMore' },
      { send: ['prepend', NOTE, 'content=First'], confirms: { path: '{folder}/Note.md' } },
      { send: ['read', NOTE], says: 'First\nText\nMore' },
    ],
  },
  {
    about: 'bookmarks prints a line for each, also for a group and a graph',
    steps: [{ send: ['bookmarks'], says: /^(?!Error: )[^\n]+(?:\n[^\n]+)*$/ }],
  },
  {
    about:
      'delete moves a note to the trash: look for "CLI Bridge check {run}" in that of the system and in .trash',
    steps: [
      note('Text', '{folder}/CLI Bridge check {run}.md'),
      {
        send: ['delete', 'path={folder}/CLI Bridge check {run}.md'],
        says: 'Moved to trash: {folder}/CLI Bridge check {run}.md',
      },
      { send: ['eval', 'code=app.vault.getConfig("trashOption")'], isUnknown: true },
    ],
  },
  {
    about: 'a name with a no-break space (U+00A0, U+202F) gets a space',
    steps: [
      { send: ['create', 'path={folder}/No\u00a0break.md', 'content=Text'], isUnknown: true },
      { send: ['create', 'path={folder}/Narrow\u202fbreak.md', 'content=Text'], isUnknown: true },
      { send: ['read', 'path={folder}/No\u00a0break.md'], isUnknown: true },
      { send: ['read', 'path={folder}/No break.md'], isUnknown: true },
      { send: ['files', 'folder={folder}'], isUnknown: true },
    ],
  },
  {
    about: 'rename takes a name with a dot literally',
    steps: [
      note(),
      {
        send: ['rename', NOTE, 'name=Release 1.2'],
        confirms: { path: '{folder}/Note.md', to: '-> {folder}/Release 1.2' },
      },
    ],
  },
  {
    about: 'move takes a target with a dot for a full path',
    steps: [
      note(),
      {
        send: ['move', NOTE, 'to={folder}/v1.2'],
        confirms: { path: '{folder}/Note.md', to: '-> {folder}/v1.2' },
      },
    ],
  },
  {
    about: 'move takes a target without a dot for a folder',
    steps: [
      note(),
      note('Text', '{folder}/Sub/Other.md'),
      {
        send: ['move', NOTE, 'to={folder}/Sub'],
        confirms: { path: '{folder}/Note.md', to: '-> {folder}/Sub/Note.md' },
      },
    ],
  },
  {
    about: 'move makes no folder',
    steps: [note(), { send: ['move', NOTE, 'to={folder}/New'], says: /^Error: ENOENT/ }],
  },
  {
    about: 'create cuts a name at its last dot, and joins it to the path',
    steps: [
      {
        send: ['create', 'path={folder}', 'name=Draft v1.2', 'content=Text'],
        confirms: { path: '{folder}/Draft v1.md' },
      },
    ],
  },
  {
    about: 'create puts a name alone in the root',
    steps: [
      {
        send: ['create', 'name=CLI Bridge check {run}', 'content=Text'],
        confirms: { path: 'CLI Bridge check {run}.md' },
      },
    ],
  },
  property(
    'property:set takes a JSON array for a list',
    '["a, b","c"]',
    [],
    /^---\n[^\n]+:\n {2}- "?a, b"?\n {2}- c\n---/,
  ),
  property('property:set keeps [a, b] as one text', '[a, b]', ['type=list'], /^---\n[^\n]+: "\[a, b\]"\n---/),
  property(
    'property:set keeps [[A]],[[B]] as one text',
    '[[A]],[[B]]',
    ['type=list'],
    /^---\n[^\n]+: "\[\[A\]\],\[\[B\]\]"\n---/,
  ),
  {
    about: 'property:set rewrites the other properties',
    steps: [
      note('---\\na: 007\\nb: "x"\\n---\\n'),
      { send: ['property:set', 'name=cli-bridge-check-text', 'value=y', NOTE] },
      { send: ['read', NOTE], says: '---\na: 7\nb: x\ncli-bridge-check-text: y\n---' },
    ],
  },
  {
    about: 'prepend glues the text to frontmatter that ends the note without a line break',
    steps: [
      note(FRONT),
      { send: ['prepend', NOTE, 'content=Hello'], confirms: { path: '{folder}/Note.md' } },
      { send: ['read', NOTE], says: '---\na: 1\n---Hello' },
    ],
  },
  {
    about: 'task prints path, line, status and text',
    steps: [
      note('- [ ] One'),
      { send: ['task', NOTE, 'line=1', 'done'], says: '{folder}/Note.md:1 [x] One' },
      { send: ['read', NOTE], says: '- [x] One' },
      { send: ['task', NOTE, 'line=1', 'done'], says: '{folder}/Note.md:1 [x] One' },
      { send: ['task', NOTE, 'line=99'], says: 'Error: Line 99 is out of range (file has 1 lines).' },
    ],
  },
  {
    about: 'tasks verbose has a layout of its own',
    steps: [note('- [ ] One\\n- [x] Two'), { send: ['tasks', NOTE, 'verbose'], isUnknown: true }],
  },
  {
    about: 'an operator of search that does not exist is refused',
    steps: [{ send: ['search', 'query=nonsense:x'], fails: true }],
  },
  {
    about: 'base:query says which base or view it does not find, and [] where a filter is broken',
    steps: [
      BASE,
      BROKEN_BASE,
      { send: ['base:query', 'path={folder}/Check.base', 'view=Table'], begins: true },
      { send: ['base:query', 'path={folder}/Check.base', 'view=None'], fails: true },
      { send: ['base:query', 'path={folder}/None.base', 'view=Table'], fails: true },
      { send: ['base:query', 'path={folder}/Broken.base', 'view=Table'], says: '[]' },
    ],
  },
  {
    about: 'base:create prints the name of the note, and decodes content',
    steps: [
      BASE,
      {
        send: [
          'base:create',
          'path={folder}/Check.base',
          'view=Table',
          'name=CLI Bridge check row {run}',
          'content=a\\nb',
        ],
        confirms: { name: 'CLI Bridge check row {run}.md' },
        makes: 'file=CLI Bridge check row {run}',
      },
      { send: ['read', 'file=CLI Bridge check row {run}'], says: 'a\nb' },
    ],
  },
  {
    about: 'a version of a note',
    steps: [
      note(),
      { send: ['append', NOTE, 'content=More'] },
      { send: ['history', NOTE], says: /^(?:No history found for this file\.$|\{folder\}\/Note\.md\n1\t)/ },
      { send: ['diff', NOTE], isUnknown: true },
      { send: ['history:read', NOTE, 'version=1'], begins: true },
      { send: ['history:restore', NOTE, 'version=1'], isUnknown: true },
    ],
  },
  {
    about: 'unique prints the path alone, and decodes content',
    steps: [
      {
        send: ['unique', 'name=CLI Bridge check', 'content=a\\nb'],
        confirms: {},
        keep: 'unique',
        only: /^(?!Error: )[^\n]*CLI Bridge check[^\n]*\.md$/,
        unless: 'it is not known which note was made: look for a note with this name',
      },
      { send: ['read', 'path={unique}'], says: 'a\nb', makes: 'path={unique}' },
    ],
  },
  {
    about: 'the daily note: read creates it, prepend and append say "Added to"',
    steps: [
      { send: ['daily:path'], keep: 'daily', only: /^[^\n]+\.md$/, unless: 'there are no daily notes' },
      {
        send: ['read', 'path={daily}'],
        only: /^Error: File "[^\n]+" not found\.$/,
        unless: "today's daily note exists and is left alone",
      },
      { send: ['daily:read'], makes: 'path={daily}' },
      { send: ['file', 'path={daily}'], begins: true },
      { send: ['daily:prepend', 'content=First'], confirms: { path: '{daily}' } },
      { send: ['daily:append', 'content=Last'], confirms: { path: '{daily}' } },
    ],
  },
  {
    about: 'a core plugin is told in rows',
    steps: [{ send: ['plugin', 'id=daily-notes'], says: /^type\tcore\nname\t[^\n]+\nenabled\t/ }],
  },
  {
    about: 'theme prints a name or (default), snippets one name a line',
    steps: [
      { send: ['theme'], says: /^[^\n]+$/ },
      { send: ['snippets'], says: /^(?!Error: )/ },
    ],
  },
  {
    about: 'eval prints the value',
    steps: [
      { send: ['eval', 'code=1+1'], says: '=> 2' },
      { send: ['eval', 'code=undefined'], says: '(no output)' },
    ],
  },
  {
    about: 'dev:css has a form of its own',
    steps: [{ send: ['dev:css', 'selector=body', 'prop=display'], isUnknown: true }],
  },
];

/** What is not asked and why. */
export const NOT_ASKED = [
  ['sync and publish commands, history:open, sync:open', 'they need the network or open a dialog'],
  ['plugin, theme and snippet changes, restart, devtools, dev:cdp', 'they change the app'],
  ['bookmark', 'no command removes a bookmark'],
  ['template:insert, base:views', 'they depend on what is open in the app'],
  ['dev:screenshot, create with open', 'they answer before they are done, or open a note'],
  ['links after rename and move', 'the app may ask in a dialog whether to update them'],
  ['cold start, lost replies, leaked switches', 'they cannot be brought about from outside'],
];
