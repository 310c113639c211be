import { DEFAULT_SETTINGS, PORT_RANGE } from '../bridge/settings';

/** The parsed command line options. */
export interface Options {
  readonly port?: number;
  readonly bind?: string;
  readonly settingsFile?: string;
  readonly cli?: string;
  readonly apiKey?: string;
  /** The stand-in's folder; empty for a copy of the sample vault, undefined to run the real program. */
  readonly standIn?: string;
  readonly help: boolean;
}

/** A mistake in how the host was started. Its message is printed, and the exit code is 2. */
export class UsageError extends Error {}

export const USAGE = `Usage: node dist/standalone.mjs [options]

  --port N             port to listen on; 0 picks a free one (default ${DEFAULT_SETTINGS.port})
  --bind ADDR          address to listen on (default ${DEFAULT_SETTINGS.bindAddress})
  --settings FILE      JSON file with settings
  --cli PATH           program to run, instead of searching for it
  --api-key KEY        API key; or set CLI_BRIDGE_API_KEY; generated and printed when not given
  --stand-in [FOLDER]  run the stand-in program on FOLDER, or on a copy of the sample vault
  --help               show this
`;

const VALUED = ['--port', '--bind', '--settings', '--cli', '--api-key'] as const;
type Valued = (typeof VALUED)[number];

/** @throws UsageError for an unknown option, or a missing or invalid value */
export function parseOptions(argv: readonly string[]): Options {
  const values = new Map<Valued, string>();
  let standIn: string | undefined;
  let help = false;
  const words = argv.flatMap(splitAssignment);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if (word === '--help' || word === '-h') {
      help = true;
    } else if (word === '--stand-in') {
      const hasFolder = next !== undefined && !next.startsWith('--');
      standIn = hasFolder ? next : '';
      if (standIn === '' && hasFolder) throw new UsageError('The folder of --stand-in is empty. Try --help.');
      if (hasFolder) index++;
    } else if (isValued(word)) {
      if (next === undefined || next === '' || next.startsWith('--')) {
        throw new UsageError(`The option ${word} needs a value. Try --help.`);
      }
      values.set(word, next);
      index++;
    } else {
      throw new UsageError(`Unknown option "${word}". Try --help.`);
    }
  }
  if (standIn !== undefined && values.has('--cli')) {
    throw new UsageError('Give either --cli or --stand-in, not both.');
  }
  const port = values.get('--port');
  return {
    help,
    ...(port !== undefined && { port: readPort(port) }),
    ...optional('bind', values.get('--bind')),
    ...optional('settingsFile', values.get('--settings')),
    ...optional('cli', values.get('--cli')),
    ...optional('apiKey', values.get('--api-key')),
    ...optional('standIn', standIn),
  };
}

function splitAssignment(word: string): string[] {
  const match = /^(--[a-z-]+)=([^]*)$/.exec(word);
  return match ? [match[1] ?? '', match[2] ?? ''] : [word];
}

function isValued(word: string): word is Valued {
  return (VALUED as readonly string[]).includes(word);
}

function optional<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, string>);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= PORT_RANGE.max) return port;
  throw new UsageError(
    `"${text}" is not a valid port: give a number from ${PORT_RANGE.any} to ${PORT_RANGE.max}.`,
  );
}
