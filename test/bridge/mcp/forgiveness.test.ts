import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkInput } from '../../../src/bridge/call/input/check-input';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { NameIndex } from '../../../src/bridge/commands/catalogue/name-index';
import { normalizeInput } from '../../../src/bridge/call/input/normalize-input';
import { BridgeError } from '../../../src/bridge/errors';
import { readExecuteArguments } from '../../../src/bridge/mcp/arguments';
import type { RunInput } from '../../../src/bridge/mcp/arguments';
import { toolList } from '../../../src/bridge/mcp/tool-definitions';

const commands = new Catalogue(() => Promise.resolve(undefined)).list();
/** The arguments of a single call. */
function readOne(given: Record<string, unknown>): RunInput {
  const read = readExecuteArguments(given);
  if ('calls' in read) throw new Error('several calls');
  return read;
}

const aCommand = fc.constantFrom(...commands);
const aValue = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const aName = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'path', 'Vault'));

/** The name in another spelling. */
const respelled = (name: string) =>
  fc
    .tuple(fc.constantFrom('_', '/', '-', ' ', '.', ':'), fc.boolean(), fc.constantFrom('', 'obsidian ', ' '))
    .map(([separator, capitals, before]) => {
      const text = before + name.replaceAll(':', separator);
      return capitals ? text.toUpperCase() : text;
    });

test('a command is found in every spelling of its name', () => {
  const names = new NameIndex(commands);
  const spelling = aCommand.chain(({ name }) => fc.tuple(fc.constant(name), respelled(name)));
  fc.assert(
    fc.property(spelling, ([name, given]) => {
      expect(names.find(given)?.name).toBe(name);
    }),
  );
});

test("only the command's own parameters, flags and allowed values are passed on", () => {
  const given = fc.record({
    params: fc.dictionary(aName, aValue, { noNullPrototype: true }),
    flags: fc.array(fc.string(), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(aCommand, given, (command, call) => {
      let normalized;
      try {
        normalized = normalizeInput(command, call, { ownFields: [] });
      } catch (error) {
        expect(error).toBeInstanceOf(BridgeError);
        return;
      }
      const names = new Map(command.parameters.map((parameter) => [parameter.name, parameter]));
      for (const [name, value] of Object.entries(normalized.params)) {
        expect(names.has(name)).toBe(true);
        expect(names.get(name)?.values ?? [value]).toContain(value);
      }
      for (const flag of normalized.flags) expect(command.flags.map(({ name }) => name)).toContain(flag);
    }),
    { numRuns: 500 },
  );
});

test("the command's names in any spelling and any place mean the same call", () => {
  const path = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  const create = commands.find(({ name }) => name === 'create');
  if (!create) throw new Error('no create');
  fc.assert(
    fc.property(path, fc.boolean(), fc.constantFrom('path', 'Path', 'PATH'), (value, asFlag, name) => {
      const spelled = asFlag
        ? { params: {}, flags: [`${name}=${value}`, '--overwrite'] }
        : { params: { [name]: value, OVERWRITE: true }, flags: [] };
      expect(normalizeInput(create, spelled, { ownFields: [] })).toEqual({
        params: { path: value },
        flags: ['overwrite'],
      });
    }),
  );
});

test('what the advertised schema allows is accepted, and means the same as JSON text', () => {
  const [, execute] = toolList(false).tools;
  const allows = new Ajv2020({ useDefaults: false }).compile(execute?.inputSchema ?? {});
  const call = fc.record(
    {
      command: fc.string({ minLength: 1, maxLength: 200 }),
      params: fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        aValue,
        { noNullPrototype: true },
      ),
      flags: fc.array(fc.string()),
      vault: fc.string(),
      max_chars: fc.integer({ min: 1_000, max: 45_000 }),
      offset: fc.nat(),
    },
    { requiredKeys: ['command'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(call, (given) => {
      expect(allows(given)).toBe(true);
      const read = readOne({ ...given });
      expect(read).toMatchObject({
        command: given.command,
        flags: (given.flags ?? []).filter((flag) => flag !== ''),
      });
      const params = JSON.stringify(given.params ?? {});
      expect(readOne({ ...given, params })).toEqual(read);
    }),
  );
});

describe('clients that fill in every field', () => {
  const EMPTY = { flags: [], vault: '', if_revision: '', offset: 0, max_chars: 20_000, stop_on_error: true };

  test.each([
    { ...EMPTY, calls: [] },
    { ...EMPTY, calls: null, vault: null, if_revision: null, offset: null, max_chars: null, flags: null },
    { ...EMPTY, calls: '[]', flags: {}, stop_on_error: null },
    { ...EMPTY, calls: '', flags: [''] },
  ])('one call beside %j', (others) => {
    const given = { command: 'files', params: { total: true }, ...others };
    const read = readOne(given);
    expect(read).toMatchObject({ command: 'files', params: { total: true }, flags: [], offset: 0 });
    expect([read.vault, read.ifRevision]).toEqual([undefined, undefined]);
  });

  test.each([
    { ...EMPTY, command: '', params: {} },
    { ...EMPTY, command: null, params: null, flags: null, offset: null },
    { command: '', params: '{}', flags: '[]', offset: '0' },
  ])('several calls beside %j', (others) => {
    const call = { ...EMPTY, command: 'files', params: { folder: 'A' }, calls: null };
    expect(readExecuteArguments({ calls: [call], ...others })).toMatchObject({
      calls: [{ command: 'files', params: { folder: 'A' } }],
    });
  });

  test.each([
    [{ command: 'files' }, /"command" is given together with "calls"/],
    [{ params: { path: 'A.md' } }, /"params" goes into each of "calls"/],
    [{ only: 'x' }, /"only" goes into each of "calls"/],
    [{ offset: 5 }, /has no field "offset"/],
  ])('but %j beside several calls is refused', (others, words) => {
    expect(() => readExecuteArguments({ calls: [{ command: 'files' }], ...others })).toThrow(words);
  });

  test('an option that says nothing is left out', () => {
    const tasks = commands.find(({ name }) => name === 'tasks');
    if (!tasks) throw new Error('no tasks');
    const params = {
      path: 'A.md',
      status: null,
      format: '',
      done: false,
      todo: 'true',
      daily: '',
      verbose: null,
    };
    const call = readOne({ command: 'tasks', params });
    expect(normalizeInput(tasks, call, { ownFields: [] })).toMatchObject({
      params: { path: 'A.md' },
      flags: ['todo'],
    });
  });

  test.each([
    ['task', { ref: 'A.md:3', done: '' }],
    ['create', { path: 'A.md', content: 'x', overwrite: '' }],
    ['create', { path: 'A.md', content: null, overwrite: true }],
    ['create', { path: 'A.md', content: null, overwrite: true, template: null }],
    ['create', { path: 'A.md', content: null, overwrite: true, template: '' }],
  ])('%s with %j is refused, which may mean a change or none', (name, params) => {
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(name);
    const call = readOne({ command: name, params });
    expect(() => normalizeInput(command, call, { ownFields: [] })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter' }),
    );
  });

  test('a template takes the place of a text that is null', () => {
    const create = commands.find(({ name }) => name === 'create');
    if (!create) throw new Error('no create');
    const params = { path: 'A.md', content: null, template: 'Meeting', overwrite: true, open: null };
    const call = readOne({ command: 'create', params });
    expect(normalizeInput(create, call, { ownFields: [] })).toMatchObject({
      params: { path: 'A.md', template: 'Meeting' },
      flags: ['overwrite'],
    });
  });

  test.each([
    ['delete', { path: null }, 'missing_parameter'],
    ['append', { path: null, file: '', content: 'x' }, 'missing_parameter'],
    ['append', { path: 'A.md', content: null }, 'missing_parameter'],
    ['property:set', { path: 'A.md', name: 'a', value: null }, 'missing_parameter'],
  ])(
    '%s with %j acts on no open note, and writes nothing in place of what is missing',
    (name, params, code) => {
      const command = commands.find((one) => one.name === name);
      if (!command) throw new Error(name);
      const inside = readOne({ command: name, params });
      expect(() => checkInput(command, inside, { forgiving: { ownFields: [] } })).toThrow(
        expect.objectContaining({ code }),
      );
    },
  );

  test('names of flags with true and false are a list of those that are on', () => {
    expect(readOne({ command: 'tasks', flags: { todo: true, done: false } }).flags).toEqual(['todo']);
  });
});

test('arguments of any form are read or refused, never an internal error', () => {
  fc.assert(
    fc.property(fc.dictionary(aName, fc.jsonValue()), (given) => {
      try {
        readExecuteArguments({ ...given });
      } catch (error) {
        expect(error).toBeInstanceOf(BridgeError);
      }
    }),
  );
});

test('no call of a command with a target but without one of its names reaches the open note', () => {
  const targeted = commands.filter(({ parameters }) => parameters.some(({ name }) => name === 'path'));
  const misspelt = fc.constantFrom('pth', 'filepath', 'file_name', 'note', 'fiel', 'target', 'paht');
  fc.assert(
    fc.property(fc.constantFrom(...targeted), misspelt, fc.string(), (command, name, value) => {
      const call = { params: { [name]: value }, flags: [] };
      expect(() => checkInput(command, call, { forgiving: { ownFields: [] } })).toThrow(BridgeError);
    }),
  );
});
