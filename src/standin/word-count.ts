import { splitNote } from './markdown/frontmatter';

/** Scripts written without blanks between words: the app counts each of their characters as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’_-]*[\p{L}\p{N}\p{M}])?/gu;

/** Words and characters of a note. That the frontmatter does not count is a guess. */
export function countWords(text: string): { words: number; characters: number } {
  const { body } = splitNote(text);
  return { words: body.match(WORD)?.length ?? 0, characters: [...body].length };
}
