/** A note as a search sees it. */
interface Searched {
  readonly path: string;
  readonly text: string;
}

interface Term {
  readonly field: 'any' | 'file' | 'path' | 'content';
  readonly text: string;
  readonly negative: boolean;
}

const TERM = /(-?)(?:(file|path|content):)?(?:"((?:[^"\\]|\\.)*)"|(\S+))/g;

/**
 * A search as the app's search field takes it, in its commonest forms: all words must occur in the text or the name of
 * a note; `"..."` keeps words together, `-` excludes, `OR` offers a choice, `file:`, `path:` and `content:` say where to
 * look. Of the other operators the stand-in knows none: they are looked for as words.
 */
export class SearchQuery {
  private readonly choices: readonly (readonly Term[])[];

  constructor(
    query: string,
    private readonly matchCase: boolean,
  ) {
    this.choices = query
      .split(/\sOR\s/)
      .map((choice) => Array.from(choice.matchAll(TERM), readTerm).filter((term) => term.text !== ''))
      .filter((terms) => terms.length > 0);
  }

  /** Whether the note is found. */
  matches({ path, text }: Searched): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const places = { any: `${name}\n${text}`, file: name, path, content: text };
    return this.choices.some((terms) =>
      terms.every((term) => this.includes(places[term.field], term.text) !== term.negative),
    );
  }

  /** Whether a line of a found note is one of those that made it match. */
  matchesLine(line: string): boolean {
    return this.choices
      .flat()
      .some(
        ({ field, text, negative }) =>
          !negative && (field === 'any' || field === 'content') && this.includes(line, text),
      );
  }

  private includes(text: string, word: string): boolean {
    return this.matchCase ? text.includes(word) : text.toLowerCase().includes(word.toLowerCase());
  }
}

function readTerm([, minus = '', field = 'any', quoted, word = '']: RegExpMatchArray): Term {
  return {
    field: field as Term['field'],
    text: quoted?.replace(/\\(.)/g, '$1') ?? word,
    negative: minus !== '',
  };
}
