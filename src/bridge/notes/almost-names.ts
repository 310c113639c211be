import { baseName, parentOf } from '../text/path-list';

/** Longer names are not compared. */
const LONGEST_NAME = 200;
/** Letters that the longer word must have for one letter added, removed or swapped, and for one replaced. */
const MOVED_LETTERS = 5;
const OTHER_LETTERS = 8;

const SEPARATORS = /[\s_-]+/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /[\p{L}\p{M}]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/** A name prepared for comparison. */
interface FoldedName {
  readonly name: string;
  readonly words: readonly string[];
  /** The words without anything between them. */
  readonly plain: string;
}

/**
 * Names of notes or folders among which one with almost a given name is searched. Two names are almost the same if they have the
 * same digits and differ only in case, Unicode form, spaces, `-` and `_`, or in one letter of one long word.
 */
export class AlmostNames {
  /** By the length of the plain name, since names that are almost the same differ by one letter at most. */
  private readonly byLength = new Map<number, FoldedName[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    if (name.length > LONGEST_NAME) return;
    const folded = fold(name);
    const { length } = folded.plain;
    const others = this.byLength.get(length);
    if (others) others.push(folded);
    else this.byLength.set(length, [folded]);
  }

  remove(name: string): void {
    if (name.length > LONGEST_NAME) return;
    const others = this.byLength.get(fold(name).plain.length) ?? [];
    const index = others.findIndex((other) => other.name === name);
    if (index >= 0) others.splice(index, 1);
  }

  /** The names that are almost this one, but not this one itself; those that differ least first. */
  find(name: string): readonly string[] {
    if (name.length > LONGEST_NAME) return [];
    const wanted = fold(name);
    const { length } = wanted.plain;
    return [length, length - 1, length + 1]
      .flatMap((each) => this.byLength.get(each) ?? [])
      .filter((other) => other.name !== name && isAlmost(wanted, other))
      .sort((a, b) => Number(a.plain !== wanted.plain) - Number(b.plain !== wanted.plain))
      .map((other) => other.name);
  }
}

/** Whether two different names are almost the same. */
export function areAlmostSame(a: string, b: string): boolean {
  return new AlmostNames([a]).find(b).length > 0;
}

/**
 * The sentence about a folder that a change made although one next to it has almost the same name.
 * @param existing paths of folders; those that were made may be among them
 * @param made paths of the folders that the change made, the outermost first
 * @returns undefined if there is none
 */
export function twinFolder(existing: Iterable<string>, made: readonly string[]): string | undefined {
  const isMade = new Set(made);
  const others = new Map<string, string[]>();
  for (const path of existing) {
    if (isMade.has(path)) continue;
    const [parent, name] = [parentOf(path), baseName(path)];
    const beside = others.get(parent);
    if (beside) beside.push(name);
    else others.set(parent, [name]);
  }
  for (const path of made) {
    const [parent, name] = [parentOf(path), baseName(path)];
    const [twin] = new AlmostNames(others.get(parent) ?? []).find(name);
    if (twin === undefined) continue;
    const existingPath = parent === '' ? twin : `${parent}/${twin}`;
    return `Made the folder "${path}"; "${existingPath}" exists.`;
  }
  return undefined;
}

/**
 * The sentences about wikilinks that lead nowhere although a note has almost that name.
 * @param targets what the links name, without heading, block and alias
 * @param leadsSomewhere whether a link leads to a note or another file
 * @param names the names of notes, without folder and extension
 * @param isLate whether no time is left, so that the rest is left out
 */
export function misspelledLinks(
  targets: Iterable<string>,
  leadsSomewhere: (target: string) => boolean,
  names: Pick<AlmostNames, 'find'>,
  isLate: () => boolean = () => false,
): readonly string[] {
  const sentences: string[] = [];
  for (const target of new Set(targets)) {
    if (isLate()) break;
    const name = baseName(target);
    if (name === '' || leadsSomewhere(target)) continue;
    const [meant] = names.find(name);
    if (meant !== undefined) sentences.push(`[[${target}]] leads nowhere; did you mean [[${meant}]]?`);
  }
  return sentences;
}

function fold(name: string): FoldedName {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
  return { name, words, plain: words.join('') };
}

function isAlmost(a: FoldedName, b: FoldedName): boolean {
  if (a.plain === b.plain) return a.plain !== '';
  if (a.words.length !== b.words.length) return false;
  const index = a.words.findIndex((word, at) => word !== b.words[at]);
  const [one = '', other = ''] = [a.words[index], b.words[index]];
  const isRest = a.words.every((word, at) => at === index || word === b.words[at]);
  return isRest && differInOneLetter(one, other);
}

function differInOneLetter(a: string, b: string): boolean {
  const [long, short] = a.length < b.length ? [[...b], [...a]] : [[...a], [...b]];
  if (long.length < MOVED_LETTERS || long.length - short.length > 1) return false;
  if ([a, b].some((word) => CJK.test(word) || ROMAN.test(word))) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start += 1;
  let end = 0;
  while (end < short.length - start && long.at(-1 - end) === short.at(-1 - end)) end += 1;
  const [more, less] = [long.slice(start, long.length - end), short.slice(start, short.length - end)];
  if (![...more, ...less].every((char) => LETTER.test(char) && !DIGIT.test(char))) return false;
  if (less.length === 0) return more.length === 1;
  if (more.length === 1 && less.length === 1) return long.length >= OTHER_LETTERS;
  const [first, second] = more;
  return more.length === 2 && less.length === 2 && first === less[1] && second === less[0];
}
