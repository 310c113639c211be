import { frontmatterEnd } from './frontmatter';
import { isProblem, parseFrontmatter } from './parsed-frontmatter';

/** What a client sees of a prompt before it asks for the text. */
export interface PromptFacts {
  readonly description?: string | undefined;
  /** The names of its arguments, in the order of their first use. */
  readonly arguments: readonly string[];
}

/** The maximum size of a prompt in bytes: of its note, and of its text with the arguments. */
export const PROMPT_BYTES = 1024 * 1024;
/** The maximum number of arguments of a prompt. */
export const PROMPT_ARGUMENTS = 50;

/** The place of an argument. All other braces are text. */
const ARGUMENT = /\{\{([\p{L}\p{M}\p{N}_-]+)\}\}/gu;

/** The description and arguments of the prompt that a note is. */
export function promptFacts(note: string): PromptFacts {
  const frontmatter = parseFrontmatter(note);
  const description = isProblem(frontmatter) ? undefined : frontmatter?.values['description'];
  return {
    description: onOneLine(description),
    arguments: argumentsOf(promptText(note)),
  };
}

/** The text of a prompt: the note without its frontmatter. */
export function promptText(note: string): string {
  return note.slice(frontmatterEnd(note)).replace(/^\uFEFF/, '');
}

/** The names of the arguments in a text, in the order of their first use. */
export function argumentsOf(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(ARGUMENT), ([, name = '']) => name))];
}

/** Whether the text of a prompt is too long or takes too many arguments. */
export function isTooLarge(text: string): boolean {
  return Buffer.byteLength(text) > PROMPT_BYTES || argumentsOf(text).length > PROMPT_ARGUMENTS;
}

/**
 * Puts arguments into a text, literally. Braces in their values stay as they are.
 * @returns undefined if that makes more than {@link PROMPT_BYTES}
 */
export function filledIn(text: string, given: ReadonlyMap<string, string>): string | undefined {
  const sizes = new Map([...given].map(([name, value]) => [name, Buffer.byteLength(value)]));
  let bytes = Buffer.byteLength(text);
  for (const [place, name = ''] of text.matchAll(ARGUMENT))
    bytes += (sizes.get(name) ?? Buffer.byteLength(place)) - Buffer.byteLength(place);
  if (bytes > PROMPT_BYTES) return undefined;
  return text.replace(ARGUMENT, (place, name: string) => given.get(name) ?? place);
}

/** The text of a property on one line; undefined if it is empty or not text. */
function onOneLine(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value).replace(/\s+/g, ' ').trim() || undefined : undefined;
}
