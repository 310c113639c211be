import fc from 'fast-check';
import { Catalogue } from '../../src/bridge/commands/catalogue/catalogue';
import type { Command } from '../../src/bridge/commands/catalogue/command';
import { anyString } from '../kit/any-string';

/** The commands of the program, without running it. */
const COMMANDS = new Catalogue(() => Promise.resolve(undefined))
  .list()
  .filter(({ byBridge }) => byBridge === undefined);

/** Text with a meaning to a shell, the program's parser, JavaScript or the app, but none to the bridge. */
const HOSTILE = [
  '',
  ' ',
  '=',
  'vault',
  'vault=Other',
  'VAULT=Other',
  '--vault=Other',
  'path=/etc/passwd',
  '-',
  '--',
  '--help',
  '--copy',
  '-rf',
  'obsidian://open?vault=Other',
  'OBSIDIAN://new',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$(touch /tmp/owned)',
  '`id`',
  '; id',
  '| id',
  '&& id',
  '%PATH%',
  '^&calc',
  "'",
  '"',
  '\\',
  '\\n',
  '*',
  '~',
  '..',
  '../../etc/passwd',
  'C:\\Windows',
  '/',
  '\n',
  '\r\nfiles',
  '\t',
  '\0',
  'a\0b',
  '\u001b[2J',
  '\u007f',
  '\u2028',
  '\u200bfiles',
  '\u202efiles',
  '\ufeff',
  'ﬁles',
  'ｖault',
  'vаult',
  'eval',
  'eval code=1',
  'files\u0000',
  '\ud800',
  '\udc00x',
  '🎉',
  'e\u0301',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '€'.repeat(30_000),
] as const;

const hostile = fc.constantFrom(...HOSTILE);
/** Any text: all Unicode planes, control characters, lone surrogates. */
const text = fc.oneof(
  { weight: 3, arbitrary: anyString({ maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: hostile },
  { weight: 1, arbitrary: fc.tuple(hostile, fc.string({ maxLength: 5 })).map((parts) => parts.join('')) },
);
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/);

const value = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean()) },
  { weight: 1, arbitrary: fc.constantFrom(null, [], {}, ['a'], { a: 'b' }, 1e21, 2 ** 53) },
);

function nameOf(names: readonly string[]): fc.Arbitrary<string> {
  const known = names.length > 0 ? fc.constantFrom(...names) : word;
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 2, arbitrary: word },
    { weight: 1, arbitrary: text },
  );
}

/** A call as a client may make it: mostly close to what a command takes, sometimes far from it. */
export interface FuzzCall {
  readonly command: string;
  readonly vault?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags: readonly unknown[];
}

function callOf(command: Command): fc.Arbitrary<FuzzCall> {
  const names = command.parameters.map(({ name }) => name);
  const required = command.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const needed = fc.record(
    Object.fromEntries(
      required.map((name) => [name, fc.oneof(fc.string({ minLength: 1, maxLength: 30 }), value)]),
    ),
  );
  const flagNames = command.flags.map(({ name }) => name);
  return fc.record(
    {
      command: fc.oneof({ weight: 15, arbitrary: fc.constant(command.name) }, { weight: 1, arbitrary: text }),
      vault: fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: value }),
      params: fc
        .tuple(fc.array(fc.tuple(nameOf(names), value), { maxLength: 3 }), needed)
        .map(([given, rest]) => ({ ...Object.fromEntries(given), ...rest })),
      flags: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(nameOf(flagNames), { maxLength: 3 }) },
      ),
    },
    { requiredKeys: ['command', 'params', 'flags'] },
  );
}

/** Any call of any command. */
export const anyCall: fc.Arbitrary<FuzzCall> = fc.constantFrom(...COMMANDS).chain(callOf);

export function commandOf(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** The number of generated requests: few where only this file is run, and as `npm run fuzz` sets it. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);
