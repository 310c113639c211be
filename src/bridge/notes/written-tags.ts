/** Names of the properties that have tags. */
const NAMES: ReadonlySet<string> = new Set(['tags', 'tag']);
/** The characters that a tag cannot have, besides spaces. A zero width joiner is part of some emojis. */
const NOT_IN_TAG = /[\u2000-\u200C\u200E-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\]/;
const ONLY_DIGITS = /^\d+$/;

/** Whether the property of this name has tags. */
export function hasTags(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}

/** The tags of a property as they are written; none if it is another property. One text may have several. */
export function writtenTags({ name, value }: { readonly name: string; readonly value: unknown }): string[] {
  if (!hasTags(name)) return [];
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,\s]/)
      : [value];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}

/** Why Obsidian does not take a text for a tag, as the end of a sentence; undefined if it does. */
export function whyNoTag(written: string): string | undefined {
  const tag = written.startsWith('#') ? written.slice(1) : written;
  if (written === '') return undefined;
  if (ONLY_DIGITS.test(tag)) return 'it has only digits';
  if (/\s/.test(tag)) return 'it contains a space';
  return tag === '' || NOT_IN_TAG.test(tag) ? 'it has a character that a tag cannot have' : undefined;
}
