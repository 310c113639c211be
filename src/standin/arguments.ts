/** The parsed arguments of one call. */
export interface Request {
  /** The vault named by the very first argument. */
  readonly vault: string | undefined;
  /** The first bare word; `help` when there is none. */
  readonly command: string;
  /** Parameters, and flags with the value `true`. */
  readonly options: ReadonlyMap<string, string>;
  /** The bare words after the command: flags, or the subject of `help`. */
  readonly words: readonly string[];
}

const FORMATS: ReadonlySet<string> = new Set(['json', 'md', 'tsv', 'csv']);

/**
 * Parses the arguments as the official program does (observed on 1.12.7): `vault=` counts as the first argument only and
 * is an unknown parameter anywhere else; a value starts after the first `=`; most `--` options are ignored. Of two
 * parameters with the same name the last one counts (read from the code of 1.13.4).
 */
export function parseArguments(argv: readonly string[]): Request {
  const [first = ''] = argv;
  const named = first.startsWith('vault=');
  const tokens = named ? argv.slice(1) : argv;
  const options = new Map<string, string>();
  const words: string[] = [];
  let command: string | undefined;
  let help = false;
  for (const token of tokens) {
    const equals = token.indexOf('=');
    if (token.startsWith('--')) {
      if (token === '--help' && command === undefined) help = true;
      if (FORMATS.has(token.slice(2))) options.set('format', token.slice(2));
    } else if (equals > 0) {
      options.set(token.slice(0, equals), token.slice(equals + 1));
    } else if (command === undefined && !help) {
      command = token;
    } else {
      words.push(token);
      options.set(token, 'true');
    }
  }
  return {
    vault: named ? first.slice('vault='.length) || undefined : undefined,
    command: command || 'help',
    options,
    words,
  };
}

/**
 * Decodes a `content=` value: the two characters `\n` stand for a line break and `\t` for a tab. There is no escape for
 * a backslash before these letters (observed on 1.12.7).
 */
export function decodeContent(value: string): string {
  return value.replace(/\\n/g, '\n').replace(/\\t/g, '\t');
}
