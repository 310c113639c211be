import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInput } from '../../../src/bridge/commands/check/check-input';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { NameIndex } from '../../../src/bridge/commands/catalogue/name-index';
import { normalizeInput } from '../../../src/bridge/commands/check/normalize-input';
import { BridgeError } from '../../../src/bridge/errors';
import { readExecuteArguments } from '../../../src/bridge/mcp/arguments';
import { toolList } from '../../../src/bridge/mcp/tool-definitions';

const commands = new Catalogue(() => Promise.resolve(undefined)).list();
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
        normalized = normalizeInput(command, call, []);
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
      expect(normalizeInput(create, spelled, [])).toEqual({ params: { path: value }, flags: ['overwrite'] });
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
      const read = readExecuteArguments({ ...given });
      expect(read).toMatchObject({ command: given.command, flags: given.flags ?? [] });
      const params = JSON.stringify(given.params ?? {});
      expect(readExecuteArguments({ ...given, params })).toEqual(read);
    }),
  );
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
