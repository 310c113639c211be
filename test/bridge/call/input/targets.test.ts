import { describe, expect, test } from 'vitest';
import { catalogue, check, code, get, refusal } from '../checking';

describe('missing parameters', () => {
  test('a required parameter that is missing or empty is refused with the usage line', () => {
    for (const params of [{}, { query: '' }]) {
      const error = refusal('search', params);
      expect(error).toMatchObject({ code: 'missing_parameter', status: 400 });
      expect(error?.context.hint).toContain('Usage: search query=<text> [path=<folder>]');
    }
    expect(refusal('search', {})?.message).toContain('is missing');
    expect(refusal('search', { query: '' })?.message).toContain('must not be empty');
  });

  test('a required parameter may be empty where that means something', () => {
    expect(code('theme:set', { name: '' })).toBe('accepted');
    expect(code('property:set', { path: 'a.md', name: 'n', value: '' })).toBe('accepted');
    expect(code('property:set', { path: 'a.md', name: '', value: '' })).toBe('missing_parameter');
  });

  test('every required parameter of every command is checked', () => {
    for (const command of catalogue.list()) {
      const required = command.parameters.filter((parameter) => parameter.required);
      if (required.length > 0) expect(code(command.name), command.name).toBe('missing_parameter');
    }
  });

  test.each(['delete', 'read', 'prepend', 'property:set', 'history:restore', 'move'])(
    '%s with an empty target is refused: it would act on the note open in the app',
    (name) => {
      const others = { content: 'x', name: 'n', value: 'v', version: '1', to: 'b.md' };
      const needed = get(name)
        .parameters.filter(({ required }) => required)
        .map((parameter) => parameter.name);
      const params = Object.fromEntries(Object.entries(others).filter(([key]) => needed.includes(key)));
      for (const target of ['path', 'file']) {
        for (const nothing of ['', ' ', '\t \n', '\u00a0']) {
          const error = refusal(name, { ...params, [target]: nothing });
          expect(error).toMatchObject({ code: 'missing_parameter', status: 400 });
          expect(error?.message).toContain('note open in the app');
        }
      }
      for (const nothing of ['', ' '])
        expect(code(name, { ...params, file: nothing, path: 'a.md' })).toBe('accepted');
      expect(code(name, params)).toBe('accepted');
    },
  );

  test('an empty reference to a task is refused the same way', () => {
    for (const ref of ['', ' ']) expect(code('task', { ref, toggle: true })).toBe('missing_parameter');
    expect(code('task', { ref: 'a.md:3', toggle: true })).toBe('accepted');
  });

  test('an empty folder, or an empty target of a command for the whole vault, is accepted', () => {
    expect(code('files', { folder: '' })).toBe('accepted');
    for (const name of ['tags', 'tasks', 'properties', 'aliases'])
      expect(code(name, { path: '' })).toBe('accepted');
  });

  test('an empty template does not count as one, so that the text of the note is known', () => {
    const params = { path: 'a.md', content: 'x', template: '' };
    const facts = { isRecognized: true, isOnWindows: false };
    const { parameters } = check('create', params, { flags: ['overwrite'] }, facts);
    expect([...parameters.keys()]).toEqual(['path', 'content']);
    expect(check('create', params).parameters.get('template')).toBe('');
  });

  test.each([
    ['delete', { filepath: 'a.md' }, 'path'],
    ['read', { filename: 'a.md' }, 'file'],
    ['append', { content: 'x', Path: 'a.md' }, 'path'],
  ])(
    '%s with %j would act on the note open in the app: refused, with a suggestion',
    (name, params, wanted) => {
      const error = refusal(name, params);
      expect(error).toMatchObject({ code: 'unknown_parameter', status: 400 });
      expect(error?.context.hint).toContain(`Did you mean "${wanted}"?`);
    },
  );

  test('unknown names elsewhere are passed on with a warning', () => {
    const call = check('read', { path: 'a.md', mode: 'raw' });
    expect(call.parameters.get('mode')).toBe('raw');
    expect(call.warnings).toEqual(['read is not known to have a parameter "mode"; it was passed on.']);
    expect(check('tags', { pat: 'a.md' }).warnings).toHaveLength(1);
  });

  test('no target at all means the note open in the app', () => {
    expect(check('read')).toMatchObject({ warnings: [] });
  });

  test('a backslash before n or t in content gets a warning, because the program decodes it', () => {
    expect(check('append', { path: 'a.md', content: 'C:\\new' }).warnings).toHaveLength(1);
    expect(check('append', { path: 'a.md', content: 'C:\\dir\nnew' }).warnings).toEqual([]);
  });
});
