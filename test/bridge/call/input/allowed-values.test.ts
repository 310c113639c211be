import { describe, expect, test } from 'vitest';
import { Catalogue } from '../../../../src/bridge/commands/catalogue/catalogue';
import { checkInput } from '../../../../src/bridge/call/input/check-input';
import type { Command } from '../../../../src/bridge/commands/catalogue/command';
import { BridgeError } from '../../../../src/bridge/errors';
import { check, get } from '../checking';

describe('values outside an allowed list', () => {
  test.each([
    ['tasks', { format: 'xml' }, '"format" takes json, tsv, csv, not "xml"'],
    ['tasks', { format: 'JSON' }, '"format" takes json, tsv, csv, not "JSON"'],
    ['search', { query: 'x', format: 'tsv' }, '"format" takes text, json, not "tsv"'],
    ['daily', { paneType: 'popup' }, '"paneType" takes tab, split, window, not "popup"'],
  ])('%s with %j: passed on, with a warning that has the list', (name, params, warning) => {
    const call = check(name, params);
    expect(call.warnings).toEqual([`${warning}; it was passed on, but the Obsidian CLI may ignore it.`]);
    expect(Object.fromEntries(call.parameters)).toMatchObject(params);
  });

  test.each([
    ['tasks', { format: 'json' }],
    ['tasks', { format: 'text' }],
    ['tags', { sort: 'name' }],
    ['tasks', { format: '' }],
  ])('%s with %j is in the list, is the default or is empty', (name, params) => {
    expect(check(name, params).warnings).toEqual([]);
  });

  test('more than one character, where one is taken', () => {
    const [warning] = check('tasks', { status: 'open' }).warnings;
    expect(warning).toMatch(/^"status" is one character, [^]* use the flags done and todo\.$/);
    for (const status of ['x', ' ', '/', '🌱', '']) expect(check('tasks', { status }).warnings).toEqual([]);
    const attempt = (status: string) =>
      checkInput(get('tasks'), { params: { status }, flags: [] }, { forgiving: { ownFields: [] } });
    expect(() => attempt('open')).toThrow(BridgeError);
    expect(attempt('x').warnings).toEqual([]);
  });

  test('refused to a forgiving source', () => {
    const forgiving = { ownFields: [] };
    const attempt = (format: string) =>
      checkInput(get('tasks'), { params: { format }, flags: [] }, { forgiving });
    expect(() => attempt('xml')).toThrow(BridgeError);
    expect(attempt('JSON').commandLine.parameters.get('format')).toBe('json');
    expect(attempt('text').warnings).toEqual([]);
  });

  test('values of the running app are allowed, and so are the documented ones', async () => {
    const help = `Commands:
  tasks                 List tasks
    format=json|yaml    - Output format`;
    const catalogue = new Catalogue(() => Promise.resolve(help));
    await catalogue.refresh();
    const warnings = (format: string) =>
      checkInput(catalogue.get('tasks') as Command, { params: { format }, flags: [] }).warnings;
    for (const format of ['json', 'yaml', 'csv']) expect(warnings(format)).toEqual([]);
    expect(warnings('xml')).toEqual([expect.stringContaining('takes json, tsv, csv, yaml')]);
  });
});
