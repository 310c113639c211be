import type { Command } from '../commands/catalogue/command';
import { usageWith } from '../commands/catalogue/usage';
import { APPENDED } from '../commands/records/writing-rules';

/** Clients cut the instructions after this many characters. */
const LIMIT = 2_048;

const INTRODUCTION =
  '`search` finds commands and runs reads (`run`); `execute` runs all.\n' +
  '`path` is exact, from the vault root, with .md; `file` is a name. Neither: the open note.\n';
const PRIVATE = 'Some folders are private: what would reveal them is refused.\n';
const PARTS = '`heading` replaces the whole section unless `mode`. ';
const LINE_BREAK = '`append` adds a line break unless `inline`. ';
const PROPERTIES = '`property:set` keeps the rest of the front matter. ';
const QUERIES = '`query`: "phrases", tag: path: file: [property:value] -. ';
const LEAN = 'Cut long output: `only`, `heading`, `lines`. Batch: `calls`. Search in English.\n';

/**
 * The text for a model that has just connected (in `initialize` and `server/discover`): how to name a note, the usage of
 * everyday commands, and the names of as many others as fit.
 * @param commands those that the client can use
 * @param client the path of the note with the user's rules, empty without one that the client may read; and whether some folders
 * are private to it
 */
export function instructionsFor(
  commands: readonly Command[],
  { guide, hasPrivate }: { readonly guide: string; readonly hasPrivate: boolean },
): string {
  const everyday = commands.flatMap((command) =>
    command.everyday ? [usageWith(command, command.everyday)] : [],
  );
  const canEdit = commands.some(({ byBridge }) => byBridge === 'edit');
  const canAppend = commands.some(({ writes }) => writes === APPENDED);
  const canFind = commands.some(({ printsHits }) => printsHits);
  const setsOne = commands.some(({ rewritesFrontmatter, kind }) => rewritesFrontmatter && kind === 'write');
  const rules = guide !== '' && guideSentence(guide);
  const hints = [canEdit && PARTS, canAppend && LINE_BREAK, setsOne && PROPERTIES, canFind && QUERIES, LEAN]
    .filter((hint) => hint !== false)
    .join('');
  const text = `${rules || ''}${hasPrivate ? PRIVATE : ''}${INTRODUCTION}${everyday.join('\n')}\n${hints}`;
  const others = commands.filter(({ everyday: parts, replacedBySearch }) => !parts && !replacedBySearch);
  return text + fitting(groups(others.map(({ name }) => name)), LIMIT - text.length);
}

function guideSentence(path: string): string {
  return `Read path=${JSON.stringify(path)} before the first change: the user's rules for this vault.\n`;
}

const ALSO = 'Also:';
const MORE = ' … (see search)';

function fitting(names: readonly string[], room: number): string {
  if (names.length === 0) return '';
  const whole = [ALSO, ...names].join(' ');
  if (whole.length <= room) return whole;
  let text = ALSO;
  for (const name of names) {
    if (text.length + 1 + name.length + MORE.length > room) break;
    text += ` ${name}`;
  }
  return text + MORE;
}

/** Merges names with a common prefix: `history history:read history:list` as `history history:read|list`. */
function groups(names: readonly string[]): string[] {
  const byPrefix = new Map<string, string[]>();
  for (const name of names) {
    const end = name.lastIndexOf(':') + 1;
    const prefix = name.slice(0, end);
    const key = end === 0 ? name : prefix;
    const known = byPrefix.get(key);
    if (known) known.push(name.slice(end));
    else byPrefix.set(key, [name.slice(end)]);
  }
  return [...byPrefix].map(([key, last]) => (key.endsWith(':') ? key + last.join('|') : key));
}
