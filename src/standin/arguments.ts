/** The parsed arguments of one call. */
export interface Request {
  /** The vault named by the very first argument. */
  readonly vault: string | undefined;
  /** The first argument after the vault; `help` when missing or empty. */
  readonly command: string;
  /** Parameters, and flags with the value `true`. */
  readonly options: ReadonlyMap<string, string>;
  /** The bare words after the command: flags, or the subject of `help`. */
  readonly words: readonly string[];
  /** Words that may name a format, bare or after `--`. */
  readonly formats: readonly string[];
}

const FORMATS: ReadonlySet<string> = new Set(['json', 'md', 'tsv', 'csv']);

/**
 * Parses the arguments. `vault=` counts only as the first one and is an unknown parameter elsewhere. A value starts after
 * the first `=`, a bare word has the value `true`, and the last of several options with one name counts. `--` options are
 * dropped unless they name a format.
 */
export function parseArguments(argv: readonly string[]): Request {
  const [first = ''] = argv;
  const named = first.startsWith('vault=');
  const [command = '', ...tokens] = named ? argv.slice(1) : argv;
  const options = new Map<string, string>();
  const words: string[] = [];
  const formats: string[] = [];
  for (const token of tokens) {
    const word = token.replace(/^--/, '');
    if (FORMATS.has(word)) formats.push(word);
    if (token.startsWith('--')) continue;
    const equals = token.indexOf('=');
    if (equals < 0) words.push(token);
    options.set(equals < 0 ? token : token.slice(0, equals), equals < 0 ? 'true' : token.slice(equals + 1));
  }
  return {
    vault: named ? first.slice('vault='.length) || undefined : undefined,
    command: command === '' || command === '--help' ? 'help' : command,
    options,
    words,
    formats,
  };
}

/**
 * Decodes a `content=` value: `\n` becomes a line break and `\t` a tab. There is no way to escape a backslash before
 * these letters.
 */
export function decodeContent(value: string): string {
  return value.replace(/\\n/g, '\n').replace(/\\t/g, '\t');
}
