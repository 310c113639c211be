import { describe, expect, test } from 'vitest';
import documented from '../../fixtures/documented-commands.json';
import { BUILTIN_CATEGORIES } from '../../../src/bridge/commands/builtin';
import { Catalogue, CATEGORY_TITLES } from '../../../src/bridge/commands/catalogue';
import {
  allowedMethods,
  confirms,
  httpMethod,
  printsNotes,
  usage,
} from '../../../src/bridge/commands/command';
import type { Command } from '../../../src/bridge/commands/command';
import { readSignature } from '../../../src/bridge/commands/signature';

interface DocumentedParameter {
  name: string;
  positional?: boolean;
  required?: boolean;
  values?: string[];
  placeholder?: string;
  default?: string;
}

interface Documented {
  command: string;
  section: string;
  kind: string;
  params: DocumentedParameter[];
  flags: string[];
}

const DOCUMENTED = documented as Documented[];
const catalogue = new Catalogue(() => Promise.resolve(undefined));

function get(name: string): Command {
  const command = catalogue.get(name);
  if (!command) throw new Error(`No such command: ${name}`);
  return command;
}

describe('the documented commands', () => {
  test('are all there, with the two that the interface names, and no others', () => {
    expect(DOCUMENTED).toHaveLength(115);
    const names = [...DOCUMENTED.map(({ command }) => command), 'remove', 'uninstall'];
    expect(
      catalogue
        .list()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort());
  });

  test.each(DOCUMENTED.map((entry) => [entry.command, entry] as const))(
    '%s: kind, parameters, values, defaults and flags',
    (name, entry) => {
      const command = get(name);
      expect(command.kind).toBe(entry.kind);
      expect(
        command.parameters.map(
          ({ name: parameter, required, positional, values, placeholder, defaultValue }) => ({
            name: parameter,
            ...(positional && { positional }),
            ...(required && { required }),
            ...(values ? { values } : { placeholder }),
            ...(defaultValue !== undefined && { default: defaultValue }),
          }),
        ),
      ).toEqual(entry.params.map(({ name: parameter, ...rest }) => ({ name: parameter, ...rest })));
      expect(command.flags.map((flag) => flag.name)).toEqual(entry.flags);
    },
  );

  test('stand in the section they are documented in, in the same order', () => {
    const sections = new Map<string, string[]>();
    for (const { section, command } of DOCUMENTED)
      sections.set(section, [...(sections.get(section) ?? []), command]);
    expect(BUILTIN_CATEGORIES.map(({ title }) => title)).toEqual([...sections.keys()]);
    for (const { category, title, rows } of BUILTIN_CATEGORIES) {
      expect(CATEGORY_TITLES.get(category)).toBe(title);
      const added = title === 'General commands' ? ['remove', 'uninstall'] : [];
      expect(rows.map(([name]) => name)).toEqual([...(sections.get(title) ?? []), ...added]);
      for (const [name] of rows) expect(get(name)).toMatchObject({ category, origin: 'builtin' });
    }
  });

  test('§2.3: each has a one-line description that is a sentence, and every part is explained', () => {
    for (const { name, summary, note, parameters, flags } of catalogue.list()) {
      expect(summary, name).toMatch(/^[A-Z][^\n]+\.$/);
      expect(note, name).toMatch(/^$|^[^\n]+\.$/);
      for (const part of [...parameters, ...flags])
        expect(part.description, `${name} ${part.name}`).not.toBe('');
      const names = [...parameters, ...flags].map((part) => part.name);
      expect(new Set(names).size, name).toBe(names.length);
    }
  });
});

describe('methods (§4.3)', () => {
  test.each([
    ['files', 'GET'],
    ['read', 'GET'],
    ['search', 'GET'],
    ['search:context', 'GET'],
    ['create', 'POST'],
    ['append', 'POST'],
    ['open', 'POST'],
    ['delete', 'DELETE'],
    ['remove', 'DELETE'],
    ['uninstall', 'DELETE'],
    ['property:read', 'GET'],
    ['property:set', 'POST'],
    ['property:remove', 'DELETE'],
    ['daily:read', 'GET'],
    ['daily:append', 'POST'],
    ['daily:path', 'GET'],
    ['tags', 'GET'],
    ['tasks', 'GET'],
    ['vault', 'GET'],
    ['vaults', 'GET'],
    ['plugins', 'GET'],
    ['plugin:install', 'POST'],
    ['plugin:enable', 'POST'],
    ['sync:status', 'GET'],
    ['help', 'GET'],
  ])('§4.3: %s is mapped to %s', (name, method) => {
    expect(httpMethod(get(name))).toBe(method);
  });

  test('§4.3 rule 4: POST is taken by every command, and nothing but its own method besides', () => {
    for (const command of catalogue.list()) {
      const mapped = { read: 'GET', write: 'POST', remove: 'DELETE' }[command.kind];
      expect(httpMethod(command)).toBe(mapped);
      expect(allowedMethods(command)).toEqual([...new Set([mapped, 'POST'])]);
    }
  });
});

test('decision 6: exactly these commands are dangerous', () => {
  const dangerous = catalogue.list().filter((command) => command.dangerous);
  expect(dangerous.map(({ name }) => name).sort()).toEqual(
    [
      'command',
      'dev:cdp',
      'dev:console',
      'dev:css',
      'dev:debug',
      'dev:dom',
      'dev:errors',
      'dev:mobile',
      'dev:screenshot',
      'devtools',
      'eval',
      'plugins:restrict',
      'reload',
      'restart',
    ].sort(),
  );
});

test('decision 4: the commands that print text of notes are reading ones', () => {
  const printing = catalogue.list().filter(printsNotes);
  for (const name of ['read', 'daily:read', 'random:read', 'template:read', 'history:read', 'sync:read'])
    expect(printing).toContain(get(name));
  expect(printing.filter(({ kind }) => kind !== 'read')).toEqual([]);
  expect(catalogue.list().filter((command) => printsNotes(command) && confirms(command))).toEqual([]);
});

test('the usage line is in the notation of the program itself', () => {
  expect(usage(get('search'))).toBe(
    'search query=<text> [path=<folder>] [limit=<n>] [format=text|json] [total] [case]',
  );
  expect(usage(get('help'))).toBe('help [<command>]');
  expect(usage(get('version'))).toBe('version');
  expect(usage(get('delete'))).toBe('delete [file=<name>] [path=<path>] [permanent]');
});

describe('signatures', () => {
  test('name, placeholder, values, default, required, flag and word', () => {
    const { parameters, flags } = readSignature(
      'x',
      'a=<n>! b=one|two(two) c=<x-y>(1)! <word> [flag] [other]',
    );
    expect(parameters.map(({ description: _, ...rest }) => rest)).toEqual([
      { name: 'a', required: true, placeholder: '<n>', positional: false },
      {
        name: 'b',
        required: false,
        placeholder: 'one|two',
        positional: false,
        values: ['one', 'two'],
        defaultValue: 'two',
      },
      { name: 'c', required: true, placeholder: '<x-y>', positional: false, defaultValue: '1' },
      { name: 'word', required: false, placeholder: '<word>', positional: true },
    ]);
    expect(flags.map(({ name }) => name)).toEqual(['flag', 'other']);
    expect(readSignature('x', '')).toEqual({ parameters: [], flags: [] });
  });

  test.each(['bare', '=<x>', 'a=', 'a=<x>(', '1a=<x>', 'a b=', '[]', '<>', 'a=<x>!!'])(
    '%j is refused',
    (text) => {
      expect(() => readSignature('x', text)).toThrow('Not a parameter');
    },
  );
});
