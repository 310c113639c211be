/** Where a text stops being JSON. Lines and columns count from 1, columns in UTF-16 code units. */
export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  /** What is probably wrong there, as a clause without a period; absent where it does not show. */
  readonly cause?: string;
}

/** The first mistake in a text that `JSON.parse` refuses, in linear time. None of the text is repeated. */
export function jsonMistake(text: string): JsonMistake {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { ...placeOf(text, error.at), ...(error.cause !== undefined && { cause: error.cause }) };
  }
  return placeOf(text, text.length);
}

/** Whether a text is itself a JSON object or array: it has been encoded twice. */
export function isJsonInText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

class Mistake extends Error {
  constructor(
    readonly at: number,
    override readonly cause?: string,
  ) {
    super();
  }
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}

const WHITESPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const FOREIGN_WORD = /(?:True|False|None|NaN|-?Infinity|undefined)\b/y;
const LETTER = /[\p{L}_$]/uy;

const SINGLE_QUOTES = 'strings and names take double quotes, not single ones';
const ESCAPED_QUOTE = String.raw`a double quote inside a string is written as \"`;

/** Whether a string may contain the character as it is. */
function isPlain(character: string | undefined): boolean {
  return character !== undefined && character >= ' ' && character !== '"' && character !== '\\';
}

/** Walks over a JSON text up to its first mistake. The depth must have been checked. */
class Scanner {
  private at = 0;
  /** Whether the last value was a text. */
  private isAfterText = false;

  constructor(private readonly text: string) {}

  /** @throws Mistake */
  scan(): void {
    this.skip(WHITESPACE);
    if (this.at === this.text.length) this.fail('it is empty');
    this.value();
    if (this.at < this.text.length)
      this.fail(this.isAfterText ? ESCAPED_QUOTE : 'something follows after its end');
  }

  private value(): void {
    const next = this.peek();
    if (next === '{') this.members('}', () => this.member());
    else if (next === '[') this.members(']', () => this.value());
    else if (next === '"') this.string();
    else if (this.skip(LITERAL) === 0) this.fail(this.causeForValue());
    this.isAfterText = next === '"';
    this.skip(WHITESPACE);
  }

  private causeForValue(): string | undefined {
    if (this.at === this.text.length) return 'it ends too early';
    if (this.peek() === "'") return SINGLE_QUOTES;
    if (this.is(FOREIGN_WORD)) return 'the only words without quotes are true, false and null';
    return this.is(LETTER) ? 'strings take double quotes' : undefined;
  }

  /** What is in brackets, with commas in between. */
  private members(end: string, member: () => void): void {
    this.step();
    if (this.peek() === end) return this.step();
    for (;;) {
      member();
      if (this.peek() === end) return this.step();
      if (this.peek() !== ',') this.fail(this.causeForComma());
      this.step();
      if (this.peek() === end) this.fail('there is a comma before the closing bracket');
    }
  }

  private causeForComma(): string | undefined {
    if (this.at === this.text.length) return 'it ends too early';
    if (!this.isAfterText) return 'a comma or a closing bracket is missing';
    return this.peek() === '"' ? `a comma is missing, or ${ESCAPED_QUOTE}` : ESCAPED_QUOTE;
  }

  private member(): void {
    if (this.peek() !== '"') {
      if (this.at === this.text.length) this.fail('it ends too early');
      if (this.peek() === "'") this.fail(SINGLE_QUOTES);
      this.fail(this.is(LETTER) ? 'a name takes double quotes, which some shells remove' : undefined);
    }
    this.string();
    this.skip(WHITESPACE);
    if (this.peek() !== ':')
      this.fail(this.at === this.text.length ? 'it ends too early' : 'a colon is missing');
    this.step();
    this.value();
  }

  private string(): void {
    const start = this.at;
    this.at++;
    for (;;) {
      while (isPlain(this.peek())) this.at++;
      if (this.peek() === '"') break;
      if (this.peek() !== '\\') this.fail(...this.mistakeInText(start));
      if (this.skip(ESCAPE) === 0) this.fail(String.raw`a backslash inside a string is written as \\`);
    }
    this.at++;
  }

  private mistakeInText(start: number): [cause: string, at?: number] {
    if (this.at === this.text.length) return ['this string has no closing quote', start];
    if (this.peek() === '\n' || this.peek() === '\r')
      return [String.raw`a line break inside a string is written as \n`];
    if (this.peek() === '\t') return [String.raw`a tab inside a string is written as \t`];
    return [String.raw`a control character inside a string is written as \u and four digits`];
  }

  private peek(): string | undefined {
    return this.text[this.at];
  }

  /** Skips one character and the whitespace after it. */
  private step(): void {
    this.at++;
    this.skip(WHITESPACE);
  }

  /** @returns how many characters fit */
  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const { length } = pattern.exec(this.text)?.[0] ?? '';
    this.at += length;
    return length;
  }

  private is(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  private fail(cause?: string, at = this.at): never {
    throw new Mistake(at, cause);
  }
}
