import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveFake } from '../../../kit/bridge';
import { Catalogue } from '../../../../src/bridge/commands/catalogue/catalogue';
import { checkInput } from '../../../../src/bridge/call/input/check-input';
import type { Command } from '../../../../src/bridge/commands/catalogue/command';
import type { BridgeError } from '../../../../src/bridge/errors';
import { catalogue, check, code, get, refusal } from '../checking';

const OPEN_NOTE = catalogue.list().filter(({ target }) => target.without === 'open_note');

/** Values for all that the command requires. */
function required({ parameters }: Command): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.required)
      .map(({ name, values, sample }) => [name, values?.[0] ?? sample ?? 'x']),
  );
}

describe('a misspelt name never means the note open in the app', () => {
  test('the commands that can fall back to it', () => {
    const names = OPEN_NOTE.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'bookmark',
        'template:insert',
        'base:views',
        'publish:add',
        'publish:remove',
        'task',
      ]),
    );
  });

  test.each([
    ['publish:add', {}, ['chagned']],
    ['publish:add', {}, ['--changed']],
    ['task', {}, ['toggel']],
    ['task', { line: 3 }, ['dayly']],
    ['delete', {}, ['pernament']],
    ['delete', {}, ['--permanent']],
    ['delete', {}, ['--help']],
    ['wordcount', {}, ['word']],
    ['template:insert', { name: 'Book', path: 'a.md' }, []],
    ['template:insert', { name: 'Book', file: 'a' }, []],
    ['base:views', { path: 'a.base' }, []],
    ['bookmark', { flie: 'a.md' }, []],
    ['bookmark', { path: 'a.md' }, []],
  ])('%s with %j and %j is refused', (name, params, flags) => {
    const error = refusal(name, params, { flags });
    expect(error).toMatchObject({ code: 'unknown_parameter', status: 400 });
    expect(error?.message).toContain('note open in the app');
    expect(error?.context.hint).toBeTypeOf('string');
  });

  test('the next step is named', () => {
    expect(refusal('publish:add', {}, { flags: ['chagned'] })?.context.hint).toContain(
      'Did you mean "changed"?',
    );
    expect(refusal('template:insert', { name: 'Book', path: 'a.md' })?.context.hint).toContain(
      'takes no target',
    );
  });

  test.each([
    ['publish:add', {}, ['changed']],
    ['publish:add', { path: 'a.md' }, ['chagned']],
    ['task', {}, ['daily', 'tick']],
    ['read', {}, ['--copy']],
    ['template:insert', { name: 'Book' }, []],
  ])('%s with %j and %j has a target, or no unknown name', (name, params, flags) => {
    expect(code(name, params, { flags })).toBe('accepted');
  });

  test('elsewhere an unknown name is passed on, with a warning and a guess', () => {
    expect(check('files', {}, { flags: ['totl'] }).warnings).toEqual([
      'files is not known to have a flag "totl"; it was passed on. Did you mean "total"?',
    ]);
    expect(check('read', { path: 'a.md', flie: 'b' }).warnings).toEqual([
      'read is not known to have a parameter "flie"; it was passed on. Did you mean "file"?',
    ]);
    expect(check('files', {}, { flags: ['--total'] }).warnings).toHaveLength(1);
  });

  test('property: of every such command, any unknown parameter or flag without a target is refused', () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z0-9-]{0,12}$/);
    fc.assert(
      fc.property(fc.constantFrom(...OPEN_NOTE), name, fc.boolean(), (command, unknown, asFlag) => {
        const names = [...command.parameters, ...command.flags].map((known) => known.name);
        fc.pre(!names.includes(unknown) && !['vault', 'copy', 'json', 'md', 'tsv', 'csv'].includes(unknown));
        fc.pre(!(unknown in Object.prototype));
        const params = { ...required(command), ...(!asFlag && { [unknown]: 'x' }) };
        expect(code(command.name, params, { flags: asFlag ? [unknown] : [] })).toBe('unknown_parameter');
      }),
    );
  });

  test('a command of the running app falls back to it when it takes a file, a path or both, and requires neither', async () => {
    const help = `Commands:
  shelf:file            A file
    file=<name>         - File
  shelf:path            A path
    path=<path>         - Path
  shelf:needs           A path that must be given
    path=<path>         - Path (required)
  template:insert       Insert
    name=<template>     - Template (required)
    path=<path>         - Path`;
    const live = new Catalogue(() => Promise.resolve(help));
    await live.refresh();
    const attempt = (name: string, params: Record<string, string>): unknown => {
      try {
        checkInput(live.get(name) as Command, { params, flags: [] });
        return 'accepted';
      } catch (error) {
        return (error as BridgeError).code;
      }
    };
    expect(attempt('shelf:file', { flie: 'a' })).toBe('unknown_parameter');
    expect(attempt('shelf:path', { pth: 'a.md' })).toBe('unknown_parameter');
    expect(attempt('shelf:path', { path: 'a.md', x: 'a' })).toBe('accepted');
    expect(attempt('shelf:needs', { x: 'a' })).toBe('missing_parameter');
    expect(attempt('template:insert', { name: 'Book', path: 'a.md', x: 'y' })).toBe('accepted');
  });
});

describe('what removes or overwrites takes the note open in the app only where that is said', () => {
  const HARMFUL = ['delete', 'property:remove', 'publish:remove', 'history:restore', 'sync:restore'];

  test.each(HARMFUL)('%s without any body is refused, and with an empty object it is not', (name) => {
    const params = required(get(name));
    expect(code(name, params, { hasNoBody: true })).toBe('missing_parameter');
    expect(code(name, { ...params, path: 'a.md' }, { hasNoBody: true })).toBe('accepted');
    expect(code(name, params)).toBe('accepted');
  });

  test.each(HARMFUL)('%s over MCP needs a target', (name) => {
    const attempt = (params: Record<string, string>): unknown => {
      try {
        checkInput(get(name), { params, flags: [] }, { forgiving: { ownFields: [] } });
        return 'accepted';
      } catch (error) {
        return (error as BridgeError).code;
      }
    };
    expect(attempt(required(get(name)))).toBe('missing_parameter');
    expect(attempt({ ...required(get(name)), path: 'a.md' })).toBe('accepted');
  });

  test('overwriting needs a name or a path', () => {
    for (const params of [{}, { content: 'x' }, { path: '' }, { name: ' ' }])
      expect(code('create', params, { flags: ['overwrite'] })).toBe('missing_parameter');
    expect(code('create', { overwrite: true })).toBe('missing_parameter');
    expect(code('create', { path: 'a.md' }, { flags: ['overwrite'] })).toBe('accepted');
    expect(code('create', {})).toBe('accepted');
  });

  test('over HTTP: a DELETE whose body was dropped on the way runs nothing', async (scope) => {
    const { client, cli } = await serveFake(scope, `echo 'Moved to trash: Open.md'`);
    for (const method of ['DELETE', 'POST']) {
      const { status, envelope } = await client.request('/api/v1/cli/delete', { method });
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ code: 'missing_parameter', hint: 'Name the note with "path".' });
    }
    expect(await cli.calls()).toEqual([]);
    expect((await client.delete('delete', { params: {} })).status).toBe(200);
  });
});
