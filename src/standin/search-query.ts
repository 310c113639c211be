import { Failure, notKnown } from './failure';
import { readProperties, textList } from './markdown/frontmatter';
import { tagsOfNote } from './markdown/tags';

interface SearchedNote {
  readonly path: string;
  readonly text: string;
}

type Field = 'any' | 'file' | 'path' | 'content' | 'tag' | 'property';

interface Term {
  readonly field: Field;
  readonly text: string;
  /** For `[name:value]`, the value; `null` looks for properties without one. */
  readonly value?: string | undefined;
  readonly negative: boolean;
}

const TERM = /(-?)(?:\[([^\]]*)\]|(?:([a-z][a-z-]*):)?(?:"((?:[^"\\]|\\.)*)"|(\S*)))/gi;
const FIELDS: ReadonlySet<string> = new Set(['file', 'path', 'content', 'tag']);
/** The app's operators that are not supported here. */
const OTHERS: ReadonlySet<string> = new Set(
  'line block section task task-todo task-done match-case ignore-case'.split(' '),
);

/**
 * The most common forms of the app's search. All words must occur in a note's text or name; `"..."` matches a phrase, `-`
 * excludes, `OR` separates alternatives, `file:`, `path:` and `content:` restrict where to look, `tag:` finds a tag and its
 * nested tags, `[property]` and `[property:value]` find properties.
 * Other operators, regular expressions, parentheses and property comparisons are not supported.
 */
export class SearchQuery {
  private readonly choices: readonly (readonly Term[])[];

  /** @throws Failure for an operator that the app does not have */
  constructor(
    query: string,
    private readonly matchCase: boolean,
  ) {
    const choices: Term[][] = [[]];
    for (const match of query.matchAll(TERM)) {
      if (match[0] === 'OR') choices.push([]);
      else choices.at(-1)?.push(readTerm(match));
    }
    this.choices = choices
      .map((terms) => terms.filter(({ text }) => text !== ''))
      .filter((terms) => terms.length > 0);
  }

  /** Whether the note matches. */
  async matches(note: SearchedNote): Promise<boolean> {
    for (const terms of this.choices) {
      const found = await Promise.all(terms.map((term) => this.finds(term, note)));
      if (terms.every(({ negative }, index) => found[index] !== negative)) return true;
    }
    return false;
  }

  /** Whether a line of a matching note contains one of the terms. */
  matchesLine(line: string): boolean {
    return this.choices.flat().some(({ field, text, negative }) => {
      if (negative) return false;
      if (field === 'tag') return line.toLowerCase().includes(`#${text}`);
      return (field === 'any' || field === 'content') && this.includes(line, text);
    });
  }

  private async finds(term: Term, { path, text }: SearchedNote): Promise<boolean> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    switch (term.field) {
      case 'tag':
        return (await tagsOfNote(text)).some((tag) => `${tag.toLowerCase()}/`.startsWith(`#${term.text}/`));
      case 'property':
        return this.findsProperty(term, text);
      case 'any':
        return this.includes(`${name}\n${text}`, term.text);
      case 'file':
        return this.includes(name, term.text);
      case 'path':
        return this.includes(path, term.text);
      case 'content':
        return this.includes(text, term.text);
    }
  }

  /** Property names ignore case, as everywhere in the app. Matching part of a value is a guess. */
  private async findsProperty({ text: wanted, value }: Term, text: string): Promise<boolean> {
    for (const [name, content] of (await readProperties(text)) ?? []) {
      if (name.toLowerCase() !== wanted) continue;
      const values = textList(content);
      if (value === undefined) return true;
      return value === 'null' ? values.length === 0 : values.some((item) => this.includes(item, value));
    }
    return false;
  }

  private includes(text: string, word: string): boolean {
    return this.matchCase ? text.includes(word) : text.toLowerCase().includes(word.toLowerCase());
  }
}

function readTerm([, minus, property, operator, quoted, word = '']: RegExpMatchArray): Term {
  const negative = minus === '-';
  if (property !== undefined) return { ...readProperty(property), negative };
  const field = operator?.toLowerCase() ?? 'any';
  if (field !== 'any' && !FIELDS.has(field) && !OTHERS.has(field)) {
    throw new Failure(`Operator "${field}" not recognized`);
  }
  if (quoted === undefined && isBrokenExpression(word)) throw new Failure('Invalid search query.');
  if (OTHERS.has(field) || (quoted === undefined && /^[(/]/.test(word))) return notKnown();
  const text = quoted?.replace(/\\(.)/g, '$1') ?? word;
  if (field === 'tag') return { field, text: text.replace(/^#/, '').toLowerCase(), negative };
  return { field: field as Field, text, negative };
}

/** Whether a word looks like a regular expression but is not a valid one. */
function isBrokenExpression(word: string): boolean {
  const [, source] = /^\/(.+)\/$/.exec(word) ?? [];
  try {
    return source !== undefined && !new RegExp(source, 'u');
  } catch {
    return true;
  }
}

function readProperty(inside: string): { field: 'property'; text: string; value?: string } {
  const [, name = '', value] = /^"?([^":]*)"?\s*(?::\s*([^]*))?$/.exec(inside.trim()) ?? [];
  const text = name.trim().toLowerCase();
  if (value === undefined) return { field: 'property', text };
  if (/^[<>(/]|\sOR\s/.test(value)) return notKnown();
  return { field: 'property', text, value: value.replace(/^"([^]*)"$/, '$1') };
}
