import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toArguments } from '../../../../src/bridge/cli/run-process';
import { platformOf } from '../../../../src/bridge/cli/platform';
import type { CommandLine } from '../../../../src/bridge/cli/command-line';
import { checkInput } from '../../../../src/bridge/call/input/check-input';
import { BridgeError } from '../../../../src/bridge/errors';
import { catalogue, check, code, get, refusal } from '../checking';

const RECOGNIZED = { isRecognized: true, isOnWindows: false };
const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

describe('names', () => {
  test.each(['path', 'Path', 'a', 'a1', 'a-b', 'a_b', 'PATH'])('%s is a parameter name', (name) => {
    expect(code('files', { [name]: 'x' })).toBe('accepted');
  });

  test.each([
    '',
    '1a',
    '-a',
    '--a',
    '_a',
    'a b',
    ' a',
    'a ',
    'a=b',
    'a\n',
    'a\0',
    'é',
    'a.b',
    'path=x vault',
    ...ODD_NAMES,
  ])('%j is not a valid name', (name) => {
    const params = JSON.parse(`{${JSON.stringify(name)}: "x"}`) as Record<string, unknown>;
    expect(code('files', params)).toBe('invalid_parameter');
  });

  test('a long invalid name is shortened in the error', () => {
    expect(refusal('files', { [`=${'x'.repeat(5_000)}`]: 'y' })?.message.length).toBeLessThan(300);
  });

  test.each(['vault', 'Vault', 'VAULT'])(
    'the parameter %s is refused: the vault has its own field',
    (name) => {
      expect(refusal('files', { [name]: 'Other' })).toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringContaining('"vault"') as string,
      });
    },
  );
});

describe('values', () => {
  test('strings stay as they are, numbers and booleans become text', () => {
    const text = ' a=b "c" [d] {e} é😀\r\n\t-x @file \\n \u2028';
    const params = {
      query: text,
      limit: 3,
      path: '',
      x: true,
      y: false,
      z: -0.5,
      o: 0,
      big: 9_007_199_254_740_991,
    };
    expect(Object.fromEntries(check('search', params).parameters)).toEqual({
      query: text,
      limit: '3',
      path: '',
      x: 'true',
      y: 'false',
      z: '-0.5',
      o: '0',
      big: '9007199254740991',
    });
  });

  test.each<[string, unknown]>([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\uD83D'],
    ['a lone low surrogate', '\uDE00a'],
    ['an unsafe integer', 9_007_199_254_740_992],
    ['a huge number', 1e300],
    ['infinity', JSON.parse('1e999')],
    ['not a number', Number.NaN],
    ['null', null],
    ['an object', {}],
    ['an array', ['a']],
    ['undefined', undefined],
  ])('%s is refused, and the sentence does not repeat it', (_what, value) => {
    const error = refusal('search', { query: value });
    expect(error?.code).toBe('invalid_parameter');
    expect(error?.message).toContain('"query"');
    expect(error?.message.isWellFormed()).toBe(true);
  });

  test.each([
    ['read', 'path', '../x.md'],
    ['read', 'path', 'a/../../x.md'],
    ['read', 'file', '..'],
    ['create', 'name', '../x'],
    ['create', 'path', 'a\\..\\x.md'],
    ['create', 'path', '/etc/x.md'],
    ['create', 'path', 'C:\\x.md'],
    ['create', 'path', 'c:/x.md'],
    ['move', 'to', '../..'],
    ['rename', 'name', '../x'],
    ['files', 'folder', 'a/..'],
    ['delete', 'path', '\\x'],
  ])('%s with %s=%s is refused: it leaves the vault', (name, parameter, value) => {
    const others = { move: { path: 'a.md', to: 'b' }, rename: { path: 'a.md', name: 'b' } }[name];
    expect(code(name, { ...others, [parameter]: value })).toBe('invalid_parameter');
  });

  test.each([
    ['read', { path: 'a/b..c/..d.md' }],
    ['read', { path: '...' }],
    ['files', { folder: '/' }],
    ['append', { path: 'a.md', content: '../..' }],
    ['search', { query: '..' }],
    ['property:set', { path: 'a.md', name: '../x', value: '..' }],
    ['tab:open', { view: '..' }],
  ])('%s with %j is accepted: it does not', (name, params) => {
    expect(code(name, params)).toBe('accepted');
  });
});

describe('flags', () => {
  test('known ones, unknown ones and options of the program are passed on, each once', () => {
    const { flags, warnings } = check('files', {}, { flags: ['total', '--json', 'total', 'verbose'] });
    expect(flags).toEqual(['total', '--json', 'verbose']);
    expect(warnings).toEqual(['files is not known to have a flag "verbose"; it was passed on.']);
  });

  test.each([
    '',
    'Total',
    '-t',
    '---x',
    '--',
    'path=x',
    'vault=Other',
    'obsidian://open',
    'a b',
    'total\n',
    'é',
    ...ODD_NAMES,
    '--constructor',
    5,
    null,
    ['total'],
    {},
  ])('%j is not a valid flag', (flag) => {
    expect(code('files', {}, { flags: [flag] })).toBe('invalid_parameter');
  });

  test.each(['vault', '--vault', 'vAULT', 'folder', '--folder'])(
    '%s needs a value, so it is not a flag',
    (flag) => {
      expect(refusal('files', {}, { flags: [flag] })?.message).toContain('needs a value');
    },
  );

  test('a flag among the parameters is accepted if it is true, and refused otherwise', () => {
    const params = { path: 'a.md', permanent: true };
    const recognized = check('delete', params, { flags: ['permanent'] }, RECOGNIZED);
    expect([Object.fromEntries(recognized.parameters), recognized.flags]).toEqual([
      { path: 'a.md' },
      ['permanent'],
    ]);
    expect([...check('delete', params).parameters]).toContainEqual(['permanent', 'true']);
    expect(code('delete', { path: 'a.md', permanent: false })).toBe('invalid_parameter');
    expect(code('delete', { path: 'a.md', permanent: 'no' })).toBe('invalid_parameter');
  });
});

describe('the vault', () => {
  test('absent, null and empty leave the choice to the settings', () => {
    for (const vault of [undefined, null, '']) expect(check('files', {}, { vault }).vault).toBeUndefined();
    expect(check('files', {}, { vault: 'My Vault = 2' }).vault).toBe('My Vault = 2');
  });

  test.each([5, true, {}, ['a'], 'a\0', 'a\nb', 'a\rb', '\uD83D'])('%j is not a valid vault', (vault) => {
    expect(code('files', {}, { vault })).toBe('invalid_parameter');
  });
});

describe('help takes its command as a bare word', () => {
  test('on its own, right after help', () => {
    expect(check('help', { command: 'daily:read' })).toMatchObject({ words: ['daily:read'], warnings: [] });
  });

  test.each(['', '--all', 'vault=x', 'a b', '=', 'a\n', ':x', '-x'])(
    '%j is not a valid command name',
    (command) => {
      expect(code('help', { command })).toBe('invalid_parameter');
    },
  );
});

test('property: any input is a 400 of the bridge, or an argv of exactly the declared parts', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('path', 'file', 'query', 'content', 'name', 'to', 'vault', 'command', ...ODD_NAMES),
  );
  const input = fc.record({
    vault: fc.oneof(fc.constant(undefined), fc.string(), fc.anything()),
    params: fc
      .array(fc.tuple(name, fc.oneof(fc.string(), fc.anything())))
      .map((pairs) => Object.fromEntries(pairs)),
    flags: fc.array(fc.oneof(fc.constantFrom('total', '--copy', 'a=b', 'vault'), fc.anything())),
  });
  const commands = fc.constantFrom(...catalogue.list(), get('search'), get('read'), get('help'));
  fc.assert(
    fc.property(commands, input, (command, given) => {
      let call: CommandLine;
      try {
        call = checkInput(command, given).commandLine;
      } catch (error) {
        expect(error).toBeInstanceOf(BridgeError);
        expect((error as BridgeError).status).toBe(400);
        return;
      }
      const argv = toArguments(call, platformOf('linux'));
      expect(argv.shift()).toBe(call.vault === undefined ? command.name : `vault=${call.vault}`);
      if (call.vault !== undefined) expect(argv.shift()).toBe(command.name);
      for (const token of argv) {
        const [key = '', ...value] = token.split('=');
        const declared = value.length > 0 && String(given.params[key]) === value.join('=');
        expect(declared || given.flags.includes(token) || call.words.includes(token)).toBe(true);
        expect(/^vault$/i.test(key)).toBe(false);
        expect(token).not.toContain('\0');
      }
    }),
    { numRuns: 500 },
  );
});
