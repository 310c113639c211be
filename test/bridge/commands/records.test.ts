import { describe, expect, test } from 'vitest';
import documented from '../../fixtures/documented-commands.json';
import { CATEGORY_TITLES } from '../../../src/bridge/commands/catalogue/catalogue';
import { usage } from '../../../src/bridge/commands/catalogue/usage';
import { COMMAND_CATEGORIES } from '../../../src/bridge/commands/records';
import { serveFake } from '../../kit/bridge';
import { catalogue, get } from '../call/checking';

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

/** The records say which paths are notes and which are folders; the documentation rarely does. */
function documentedAs(placeholder: string): string {
  return ['<note>', '<folder>'].includes(placeholder) ? '<path>' : placeholder;
}

describe('the documented commands', () => {
  test('are all there, with the two that the interface names and those of the bridge, and no others', () => {
    expect(DOCUMENTED).toHaveLength(115);
    const own = ['edit', 'replace', 'folder', 'attachment', 'attach', 'changes', 'undo', 'questions'].map(
      (name) => `cli-bridge:${name}`,
    );
    const names = [...DOCUMENTED.map(({ command }) => command), 'remove', 'uninstall', ...own];
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
            ...(values ? { values } : { placeholder: documentedAs(placeholder) }),
            ...(defaultValue !== undefined && { default: defaultValue }),
          }),
        ),
      ).toEqual(
        entry.params.map(({ placeholder, ...rest }) => ({
          ...rest,
          ...(placeholder !== undefined && { placeholder: documentedAs(placeholder) }),
        })),
      );
      expect(command.flags.map((flag) => flag.name)).toEqual(entry.flags);
    },
  );

  test('are in the section they are documented in, in the same order', () => {
    const sections = new Map<string, string[]>();
    for (const { section, command } of DOCUMENTED)
      sections.set(section, [...(sections.get(section) ?? []), command]);
    const documented = COMMAND_CATEGORIES.filter(({ name }) => name !== 'bridge');
    expect(documented.map(({ title }) => title)).toEqual([...sections.keys()]);
    for (const { name: category, title, records } of documented) {
      expect(CATEGORY_TITLES.get(category)).toBe(title);
      const added = title === 'General commands' ? ['remove', 'uninstall'] : [];
      expect(Object.keys(records)).toEqual([...(sections.get(title) ?? []), ...added]);
      for (const name of Object.keys(records))
        expect(get(name)).toMatchObject({ category, origin: 'builtin' });
    }
  });

  test('each has a one-line description that is a sentence, and every part is explained', () => {
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

test('exactly these commands are dangerous', () => {
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
      'plugin:disable',
      'plugin:enable',
      'plugin:install',
      'plugin:reload',
      'plugin:uninstall',
      'plugins:restrict',
      'publish:add',
      'publish:remove',
      'reload',
      'restart',
      'theme:install',
    ].sort(),
  );
});

test("commands that print the user's own text are reading commands", () => {
  const printing = catalogue.list().filter(({ printsUserText }) => printsUserText);
  for (const name of ['read', 'daily:read', 'random:read', 'template:read', 'history:read', 'sync:read'])
    expect(printing).toContain(get(name));
  expect(printing.filter(({ kind }) => kind !== 'read')).toEqual([]);
  expect(printing.filter(({ success }) => success.shape === 'confirmation')).toEqual([]);
});

test('the usage line is in the notation of the program itself', () => {
  expect(usage(get('search'))).toBe(
    'search query=<text> [path=<folder>] [limit=<n>] [format=text|json] [total] [case]',
  );
  expect(usage(get('help'))).toBe('help [command=<command>]');
  expect(usage(get('version'))).toBe('version');
  expect(usage(get('delete'))).toBe('delete path=<note>|file=<name> [permanent]');
});

describe('each record is complete', () => {
  test('no name is in two categories', () => {
    const names = COMMAND_CATEGORIES.flatMap(({ records }) => Object.keys(records));
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(catalogue.list().map((command) => [command.name, command] as const))(
    '%s: its target and its flags and parameters fit together',
    (_name, { kind, parameters, target, repeatable, searchWords, byBridge }) => {
      const names = parameters.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining([...target.parameters]));
      // The bridge's own command never acts on the open note.
      if (names.includes('file') && names.includes('path') && !byBridge)
        expect(target.without).not.toBe('nothing');
      expect(repeatable && kind !== 'read').toBe(false);
      expect(searchWords).not.toBe('');
      for (const parameter of parameters) {
        const { name, required, staysInVault, values, defaultValue, sample, shownInExample } = parameter;
        // A record with a path says whether it must stay in the vault.
        if (['path', 'to', 'folder', 'file', 'ref'].includes(name))
          expect(staysInVault).toBeTypeOf('boolean');
        if ((required || shownInExample) && !values) expect(sample).toBeDefined();
        if (defaultValue !== undefined) expect(required).toBe(false);
      }
    },
  );
});

describe('"nothing found" where JSON was requested', () => {
  // The views of a base are those of the open one, so that no unknown parameter is passed on.
  const sentences = catalogue
    .list()
    .filter(({ name }) => name !== 'base:views')
    .flatMap(({ name, nothing }) =>
      (nothing?.sentences ?? []).map((sentence) => ({ name, sentence, nothing })),
    );

  test('is the empty value of the record, without a warning; the sentence counts only as the whole answer', async (context) => {
    // The sentence that the fake prints is the value of a parameter that no command knows.
    const { client } = await serveFake(context, `for word; do :; done; printf '%s' "\${word#zz=}"`, {
      allowDangerousCommands: true,
    });
    expect(sentences.length).toBeGreaterThan(10);
    for (const { name, sentence, nothing } of sentences) {
      const ask = async (said: string) => {
        const required = get(name).parameters.filter((parameter) => parameter.required);
        const params = Object.fromEntries(required.map((parameter) => [parameter.name, 'x']));
        const target = get(name).target.parameters.includes('path') ? { path: 'a.md' } : {};
        const sent = { ...params, ...target, format: 'json', zz: said };
        return (await client.post(name, { params: sent })).envelope;
      };
      expect(await ask(`\n${sentence}\n`)).toMatchObject({
        ok: true,
        data: (get(name).target.parameters.includes('path') && nothing?.jsonOfNote) || nothing?.json,
      });
      const other = await ask(`Note.md\n${sentence}`);
      expect(other.ok).toBe(true);
      expect(other.data).toBeUndefined();
      expect(other.warnings?.at(-1)).toContain('not JSON');
    }
  });
});
