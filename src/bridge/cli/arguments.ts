import type { Platform } from './platform';

/** One call in the program's own terms, as the parts of its command line. */
export interface CommandLine {
  readonly vault?: string | undefined;
  readonly command: string;
  /** Words right after the command that are not `name=value`, such as the command to explain in `help read`. */
  readonly words: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
}

/**
 * Puts the arguments in the one order that is safe: the program ignores `vault=` anywhere but first
 * and would then act on whichever vault has the focus.
 */
export function toArguments(
  { vault, command, words, parameters, flags }: CommandLine,
  platform: Platform,
): string[] {
  const argv = vault === undefined ? [] : [`vault=${vault}`];
  argv.push(command, ...words);
  for (const [name, value] of parameters) {
    argv.push(
      `${name}=${platform.encodesLineBreaks && name === 'content' ? encodeLineBreaks(value) : value}`,
    );
  }
  argv.push(...flags);
  return argv;
}

/** Escapes line breaks and tabs the way the program decodes them in `content`. There is no escape for a carriage return. */
function encodeLineBreaks(text: string): string {
  return text.replace(/\n/g, '\\n').replace(/\t/g, '\\t');
}

/**
 * Characters beyond which escapes are not counted: it would hold up the app, for the number in an error. No platform takes a
 * call of this size.
 */
const COUNTED_CHARS = 1_000_000;

/**
 * The size in bytes of the message that the program sends to the app for these arguments:
 * one JSON line with the arguments, whether it is a terminal, and the working directory.
 */
export function requestSize(argv: readonly string[], platform: Platform): number {
  const chars = argv.reduce((sum, { length }) => sum + length, 0);
  if (chars > COUNTED_CHARS) return argv.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Buffer.byteLength(JSON.stringify({ argv, tty: false, cwd: platform.neutralFolder })) + 1;
}
