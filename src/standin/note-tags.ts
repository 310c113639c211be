import { readProperties, textList } from './markdown/frontmatter';
import { findTags } from './markdown/tags';

/** All tags of a note with their `#`, including repeated ones: those in its properties, then those in its text. */
export async function tagsOfNote(text: string): Promise<string[]> {
  const properties = await readProperties(text);
  const listed = ['tags', 'tag']
    .flatMap((name) => textList(properties?.get(name)))
    .flatMap((value) => value.split(/[,\s]+/))
    .filter((tag) => tag !== '')
    .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`));
  return [...listed, ...findTags(text)];
}
