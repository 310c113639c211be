import { splitNote } from './markdown/frontmatter';

/** In scripts without spaces between words, the app counts each character as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’_-]*[\p{L}\p{N}\p{M}])?/gu;

/** Words of a note and its UTF-16 units, spaces included, both without the frontmatter. */
export function countWords(text: string): { words: number; characters: number } {
  const { body } = splitNote(text);
  return { words: body.match(WORD)?.length ?? 0, characters: body.length };
}
