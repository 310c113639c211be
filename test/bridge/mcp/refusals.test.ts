import { beforeAll, describe, expect, test } from 'vitest';
import { callTool } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope, { settings: { trustedCommands: ['plugin:*'] } });
});

const execute = (given: Record<string, unknown>) => callTool(running.url, 'execute', given);

describe('what makes no sense is refused, and nothing runs', () => {
  test.each([
    ['an unknown command', { command: 'dailly:append' }, 'unknown_command', 'daily:append'],
    ['a command line as the name', { command: 'read path=Note.md' }, 'unknown_command', 'in params'],
    ['an empty name', { command: '' }, 'invalid_parameter', 'command'],
    ['no name', {}, 'invalid_parameter', 'command'],
    [
      'a missing parameter',
      { command: 'append', params: { path: 'N.md' } },
      'missing_parameter',
      'content=<text>',
    ],
    [
      'an unknown parameter',
      { command: 'delete', params: { filepath: 'N.md' } },
      'unknown_parameter',
      '"path"',
    ],
    [
      'an unknown parameter beside a known one',
      { command: 'read', params: { path: 'N.md', foo: 1 } },
      'unknown_parameter',
      'foo',
    ],
    [
      'an unknown flag',
      { command: 'delete', params: { path: 'N.md' }, flags: ['permanant'] },
      'unknown_parameter',
      '"permanent"',
    ],
    [
      'a flag as the wrong flag',
      { command: 'delete', params: { path: 'N.md' }, flags: ['help'] },
      'unknown_parameter',
      'help',
    ],
    [
      'a parameter named __proto__',
      { command: 'delete', params: '{"__proto__":"N.md"}' },
      'invalid_parameter',
      '__proto__',
    ],
    [
      'a parameter named constructor',
      { command: 'delete', params: { constructor: 'N.md' } },
      'unknown_parameter',
      'constructor',
    ],
    ['an empty target', { command: 'delete', params: { path: ' ' } }, 'missing_parameter', 'empty'],
    ['null as a target', { command: 'delete', params: { path: null } }, 'missing_parameter', 'path'],
    [
      'a value that is not allowed',
      { command: 'tags', params: { format: 'xml' } },
      'invalid_parameter',
      'json, tsv, csv',
    ],
    [
      'a number that is none',
      { command: 'search', params: { query: 'a', limit: 'few' } },
      'invalid_parameter',
      'whole number',
    ],
    ['an object as a value', { command: 'read', params: { path: { a: 1 } } }, 'invalid_parameter', 'path'],
    ['a list as params', { command: 'read', params: ['path'] }, 'invalid_parameter', 'params'],
    ['a flag that needs a value', { command: 'read', flags: ['path'] }, 'invalid_parameter', 'params'],
    [
      'two values for one',
      { command: 'read', params: { path: 'A.md', Path: 'B.md' } },
      'invalid_parameter',
      'twice',
    ],
    [
      'a parameter beside params',
      { command: 'read', path: 'A.md', params: { path: 'B.md' } },
      'invalid_parameter',
      'inside params',
    ],
    ['a flag beside flags', { command: 'tasks', todo: true }, 'invalid_parameter', 'list it in flags'],
    ['an argument with a typing error', { command: 'read', flag: ['x'] }, 'invalid_parameter', '"flags"'],
    [
      'what no tool has, beside a change',
      { command: 'append', params: { path: 'N.md', content: 'x' }, dry_run: true },
      'invalid_parameter',
      '"dry_run" out',
    ],
    [
      'no revision where one is a guard',
      { command: 'append', params: { path: 'N.md', content: 'x' }, if_revision: 'None' },
      'invalid_parameter',
      'evision',
    ],
    [
      'a vault among the parameters',
      { command: 'read', params: { vault: 'Other' } },
      'unknown_parameter',
      'vault',
    ],
    [
      'a vault among the parameters of a command with a like name',
      { command: 'property:set', params: { name: 'a', value: 'b', Vault: 'Other' } },
      'unknown_parameter',
      '"vault" is not a parameter of property:set, so nothing was run. Give "vault" next to params',
    ],
    [
      'a number that JSON has rounded',
      { command: 'property:set', params: { path: 'N.md', name: 'a', value: 2 ** 64 } },
      'invalid_parameter',
      'send it as a string',
    ],
    [
      'a list as a text',
      { command: 'append', params: { path: 'N.md', content: ['b', 'c'] } },
      'invalid_parameter',
      'must be a string',
    ],
    ['a file to create', { command: 'create', params: { file: 'N.md' } }, 'unknown_parameter', '"path"'],
    ['a command line', { command: 'obsidian read file=N' }, 'unknown_command', 'mean read?'],
    ['arguments in arguments', { command: 'read', arguments: {} }, 'invalid_parameter', '"params"'],
    ['a path out of the vault', { command: 'read', params: { path: '../N.md' } }, 'invalid_parameter', '..'],
    ['half a character', { command: 'read', max_chars: 2_000.5 }, 'invalid_parameter', 'max_chars'],
    ['half an offset', { command: 'read', offset: 0.5 }, 'invalid_parameter', 'offset'],
    ['a deletion of whatever is open', { command: 'delete' }, 'missing_parameter', '"path"'],
    ['a move of whatever is open', { command: 'move', params: { to: 'A/' } }, 'missing_parameter', '"path"'],
    [
      'another name for whatever is open',
      { command: 'rename', params: { name: 'B' } },
      'missing_parameter',
      '"path"',
    ],
    [
      'a state in words',
      { command: 'tasks', params: { status: 'open' } },
      'invalid_parameter',
      'is one character',
    ],
    [
      'an act on the bridge',
      { command: 'plugin:disable', params: { id: 'cli-bridge' } },
      'bridge_protected',
      'user',
    ],
    [
      'a call too large',
      { command: 'create', params: { path: 'N.md', content: 'x'.repeat(70_000) } },
      'command_too_large',
      'append',
    ],
  ])('%s', async (_, given, code, word) => {
    const before = await running.ran();
    const { isError, text, structured } = await execute(given);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ ok: false, code });
    for (const left of ['stdout', 'truncated']) expect(structured).not.toHaveProperty(left);
    expect(`${String(structured['error'])} ${String(structured['hint'])}`).toContain(word);
    expect(text.length).toBeLessThan(11_000);
    expect(await running.ran()).toEqual(before);
  });
});

test.each([
  ['search', { limit: 0, ['\u0001'.repeat(50_000)]: 1 }],
  ['execute', { command: 'append', params: { content: 'x' }, ['x'.repeat(50_000)]: {} }],
  ['execute', { command: 'read', ['x'.repeat(50_000)]: 1, params: { ['x'.repeat(50_000)]: 1 } }],
  ['execute', { command: 'read', params: { ['\u0001'.repeat(50_000)]: {} } }],
  ['execute', { command: 'read', params: { path: { a: 1 } }, ['"'.repeat(50_000)]: [] }],
])('a refusal of %s stays short, whatever was sent', async (tool, given) => {
  const { isError, text } = await callTool(running.url, tool, given);
  expect(isError).toBe(true);
  expect(text.length).toBeLessThan(2_000);
});

describe('a refusal by the settings names the setting and the user, and nothing runs', () => {
  test.each([
    ['Read-only mode', { readOnly: true }, 'append', 'read_only'],
    ['Allow dangerous commands', {}, 'eval', 'command_dangerous'],
    ['Blocked commands', { blockedCommands: ['append'] }, 'append', 'command_blocked'],
    ['Allowed commands', { allowedCommands: ['read', 'daily:*'] }, 'append', 'command_blocked'],
  ])('%s', async (label, settings, command, code) => {
    const before = await running.ran();
    running.change(settings);
    try {
      const { isError, structured } = await execute({ command, params: { content: 'x', code: 'x' } });
      expect(isError).toBe(true);
      expect(structured['code']).toBe(code);
      expect(structured['hint']).toContain(`"${label}" in the CLI Bridge settings`);
      expect(structured['hint']).toContain('ask the user');
      expect(await running.ran()).toEqual(before);
    } finally {
      running.change({ readOnly: false, blockedCommands: [], allowedCommands: [] });
    }
  });
});
