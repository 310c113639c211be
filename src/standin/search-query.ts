interface SearchedNote {
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
 * The most common forms of the app's search: all words must occur in the text or the name of a note; `"..."` matches a
 * phrase, `-` excludes, `OR` separates alternatives, `file:`, `path:` and `content:` restrict where to look. Other
 * operators are not supported and count as words.
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

  /** Whether the note matches. */
  matches({ path, text }: SearchedNote): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const places = { any: `${name}\n${text}`, file: name, path, content: text };
    return this.choices.some((terms) =>
      terms.every((term) => this.includes(places[term.field], term.text) !== term.negative),
    );
  }

  /** Whether a line of a matching note contains one of the terms. */
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
