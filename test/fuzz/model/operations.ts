import fc from 'fast-check';
import type { Call, Channel } from './calls';
import { revisionOf } from './predict';
import type { VaultModel } from './vault-model';

const NAMES = ['Plan', 'Café', 'Garden plan', 'Übersicht 2', 'Note à lire', 'Release 1.2'] as const;
const FOLDERS = ['', '/Archive', '/Été 2025', '/Old notes/Deep'] as const;
const WORDS = ['alpha', 'beta', 'water the garden', 'naïve', '7', '漢字', 'C:\\temp\\new', '$&'] as const;
const HEADINGS = ['Log', 'Tasks', 'Über 🌱'] as const;
const LINES = [
  ...WORDS,
  ...HEADINGS.map((title) => `# ${title}`),
  ...HEADINGS.map((title) => `## ${title}`),
  ...['- item', '- [ ] task', '', ''],
] as const;
const WILD = ['```', '---', '%% comment %%', '| a | b |', '> quote', '<div>', 'a: b', '\ttab'] as const;
/** Frontmatter of every style; the last ones are not YAML. */
const HEADS = [
  ['status: draft'],
  ['count: 1', 'done: false', 'tags:', '  - a', '  - b'],
  ['tags: [a, "b, c"]', 'count: 007'],
  ['# a comment', 'title: "1.4.3"', "status: 'draft' # behind", 'done: true'],
  ['note: >-', '  folded', '  text', 'status: x', 'count: 7'],
  ['text: |', '  a', '  b', '# last'],
  ['created: 2025-11-20', 'empty:', '"a b": x'],
  ['title: A: b'],
  ['status: "open'],
] as const;
const PROPERTIES = ['status', 'count', 'done', 'tags', 'note', 'title', 'created', 'neu é'] as const;
const VALUES = [
  'done',
  'alpha, beta',
  '7',
  'true',
  '2026-01-02',
  'a: b',
  '#x',
  5,
  false,
  ['a', 'b, c'],
] as const;

/** Plain objects, so that a counterexample is short. */
const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;

const note = record({
  pick: fc.nat(),
  spelling: fc.constantFrom('plain', 'plain', 'plain', 'nfd', 'nbsp', 'file'),
});
type Note = typeof note extends fc.Arbitrary<infer T> ? T : never;
const place = record({
  folder: fc.constantFrom(...FOLDERS),
  name: fc.constantFrom(...NAMES),
  spelling: fc.constantFrom('plain', 'plain', 'nfd', 'nbsp'),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

const lines = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...LINES) },
    { weight: 1, arbitrary: fc.constantFrom(...WILD) },
  ),
  { maxLength: 5 },
);
/** The text of a note, in any line break, with any frontmatter, and with or without a line break at its end. */
const text = fc
  .record({
    head: fc.oneof(fc.constant(undefined), fc.constantFrom(...HEADS)),
    lines,
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .map(({ head, lines, lineBreak, isEnded }) =>
    [...(head ? ['---', ...head, '---'] : []), ...lines, ...(isEnded ? [''] : [])].join(lineBreak),
  );
const addition = fc.oneof(
  fc.constantFrom(...WORDS),
  lines.map((some) => [...some, 'end'].join('\n')),
  lines.map((some) => [...some, 'long '.repeat(15_000)].join('\r\n')),
);
const revision = fc.constantFrom(undefined, undefined, undefined, 'right', 'wrong');
const flag = (name: string) => fc.constantFrom([], [name]);

/** A call that is not bound to a vault yet. */
const call = fc.oneof(
  record({ kind: fc.constant('create'), place, content: fc.option(text, { nil: undefined, freq: 9 }) }),
  record({
    kind: fc.constant('overwrite'),
    note,
    content: fc.option(text, { nil: undefined, freq: 9 }),
    revision,
  }),
  record({
    ...{ kind: fc.constantFrom('append', 'prepend'), note, revision },
    ...{ content: addition, flags: flag('inline') },
  }),
  record({
    ...{ kind: fc.constant('replace'), note, revision, flags: flag('all') },
    ...{ word: fc.nat(), new: fc.constantFrom(...WORDS, '', 'two\nlines') },
  }),
  record({
    ...{
      kind: fc.constant('section'),
      note,
      revision,
      flags: flag('own'),
      title: fc.nat(),
    },
    ...{
      content: fc.constantFrom('x', 'x\ny', '- z'),
      mode: fc.constantFrom('append', 'prepend', 'replace'),
    },
  }),
  record({
    ...{ kind: fc.constant('property:set'), note, revision },
    ...{ name: fc.constantFrom(...PROPERTIES), value: fc.constantFrom(...VALUES) },
  }),
  record({ kind: fc.constant('property:remove'), note, revision, name: fc.constantFrom(...PROPERTIES) }),
  record({ kind: fc.constantFrom('move', 'move to folder', 'rename'), note, revision, place }),
  record({ kind: fc.constant('delete'), note, revision }),
  record({ kind: fc.constant('read'), note }),
);
type Wish = typeof call extends fc.Arbitrary<infer T> ? T : never;

const channel = fc.constantFrom<Channel>('rest', 'mcp');

const outside = (...ways: readonly ('write' | 'add' | 'remove' | 'make')[]) =>
  record({
    ...{ does: fc.constant('outside'), how: fc.constantFrom(...ways), note, place, text },
    mark: fc.constantFrom('', '', '\ufeff'),
  });

const operation = fc.oneof(
  { weight: 10, arbitrary: record({ does: fc.constant('call'), channel, call }) },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('undo'),
      channel,
      /** Which change, the newest first; undefined for `last`. */
      back: fc.option(fc.nat(5), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      ...{ does: fc.constant('batch'), channel, stops: fc.boolean() },
      calls: fc.array(call, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: outside('write', 'add', 'remove', 'make') },
);

/** What a client, or somebody else, does next. */
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Some notes, and then operations on them. */
export const operations = fc
  .tuple(
    fc.array(outside('make'), { minLength: 2, maxLength: 5, size: 'max' }),
    fc.array(operation, { maxLength: 40, size: 'max' }),
  )
  .map((parts): readonly Operation[] => parts.flat());

/** A name in another form that means the same. */
function spelled(name: string, spelling: string): string {
  if (spelling === 'nfd') return name.normalize('NFD');
  return spelling === 'nbsp' ? name.replaceAll(' ', '\u00a0') : name;
}

/** One of these texts, mostly one that the note has. */
function chosen(texts: readonly string[], pick: number, note = ''): string {
  const there = texts.filter((each) => note.includes(each));
  const from = there.length > 0 && pick % 8 > 0 ? there : texts;
  return from[pick % from.length] ?? '';
}

/** The path of a note that is there, mostly. */
export function pathOfNote({ files, root }: VaultModel, { pick }: Note): string {
  const paths = [...files.keys()];
  return pick % 25 === 0
    ? `${root}/Missing.md`
    : (paths[pick % Math.max(1, paths.length)] ?? `${root}/None.md`);
}

export function pathOfPlace({ root }: VaultModel, { folder, name }: Place): string {
  return `${root}${folder}/${name}.md`;
}

/** The call that is meant, on the notes that are there. */
export function callOn(model: VaultModel, wish: Wish): Call {
  if (wish.kind === 'create' && 'place' in wish && 'content' in wish) {
    const path = spelled(pathOfPlace(model, wish.place), wish.place.spelling);
    return {
      command: 'create',
      params: { path, ...(wish.content !== undefined && { content: wish.content }) },
    };
  }
  if (!('note' in wish)) throw new Error('Only create makes a note.');
  const { kind, note: meant } = wish;
  const path = pathOfNote(model, meant);
  const isNamed = meant.spelling === 'file' && kind !== 'overwrite' && !path.includes('1.2');
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const target = isNamed ? { file: name } : { path: spelled(path, meant.spelling) };
  const before = model.files.get(path);
  const wanted = 'revision' in wish && before !== undefined && !isNamed ? wish.revision : undefined;
  const ifRevision = wanted === 'right' ? revisionOf(before ?? '') : wanted && '0123456789abcdef';
  const common = {
    ...('flags' in wish && { flags: wish.flags }),
    ...(ifRevision !== undefined && { ifRevision }),
  };
  const content = 'content' in wish && wish.content !== undefined ? { content: wish.content } : {};
  if (kind === 'overwrite')
    return { command: 'create', params: { ...target, ...content }, ...common, flags: ['overwrite'] };
  if ('word' in wish)
    return {
      command: EDIT,
      params: { ...target, old: chosen(WORDS, wish.word, before), new: wish.new },
      ...common,
    };
  if ('title' in wish) {
    const { title, mode } = wish;
    const heading = chosen(HEADINGS, title, before);
    return { command: EDIT, params: { ...target, heading, mode, ...content }, ...common };
  }
  if ('place' in wish) {
    const { folder, name: title, spelling } = wish.place;
    if (kind === 'rename')
      return { command: 'rename', params: { ...target, name: spelled(title, spelling) }, ...common };
    const to = kind === 'move' ? pathOfPlace(model, wish.place) : model.root + folder;
    return { command: 'move', params: { ...target, to: spelled(to, spelling) }, ...common };
  }
  const property = {
    ...('name' in wish && { name: wish.name }),
    ...('value' in wish && { value: wish.value }),
  };
  return { command: kind, params: { ...target, ...content, ...property }, ...common };
}

const EDIT = 'cli-bridge:edit';
