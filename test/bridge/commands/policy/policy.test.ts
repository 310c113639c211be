import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Catalogue } from '../../../../src/bridge/commands/catalogue/catalogue';
import type { Command } from '../../../../src/bridge/commands/catalogue/command';
import { matchesPattern } from '../../../../src/bridge/text/command-pattern';
import { isInScope } from '../../../../src/bridge/commands/policy/key-scope';
import { BRIDGE_ID, policyRefusal } from '../../../../src/bridge/commands/policy/policy';
import { harmsBridge } from '../../../../src/bridge/call/policy/own-bridge';
import type { PolicySettings } from '../../../../src/bridge/commands/policy/policy';

const catalogue = new Catalogue(() =>
  Promise.resolve('Commands:\n  cli-bridge  x\n  cli-bridge:status  x\n  shelf:dust  x\n'),
);
await catalogue.refresh();

const OPEN: PolicySettings = {
  allowedCommands: [],
  blockedCommands: [],
  readOnly: false,
  allowDangerousCommands: false,
  trustedCommands: [],
  askFirst: [],
};

function get(name: string): Command {
  const command = catalogue.get(name);
  if (!command) throw new Error(`No such command: ${name}`);
  return command;
}

describe('what may run', () => {
  test.each<[string, Partial<PolicySettings>, string | undefined]>([
    ['read', {}, undefined],
    ['delete', {}, undefined],
    ['eval', {}, 'command_dangerous'],
    ['dev:dom', {}, 'command_dangerous'],
    ['plugins:restrict', {}, 'command_dangerous'],
    ['eval', { allowDangerousCommands: true }, undefined],
    ['read', { blockedCommands: ['read'] }, 'command_blocked'],
    ['read', { blockedCommands: ['random:read', 'reader'] }, undefined],
    ['daily:read', { blockedCommands: ['daily:*'] }, 'command_blocked'],
    ['daily', { blockedCommands: ['daily:*'] }, undefined],
    ['daily:read', { blockedCommands: ['daily'] }, undefined],
    ['search:context', { blockedCommands: ['*'] }, 'command_blocked'],
    ['daily', { blockedCommands: ['daily*'] }, 'command_blocked'],
    ['daily:read', { blockedCommands: [' Daily/*'] }, 'command_blocked'],
    ['read', { blockedCommands: [''] }, undefined],
    ['append', { blockedCommands: ['append'], readOnly: true }, 'command_blocked'],
    ['read', { allowedCommands: ['read'] }, undefined],
    ['files', { allowedCommands: ['read'] }, 'command_blocked'],
    ['property:set', { allowedCommands: ['property:*', 'read'] }, undefined],
    ['properties', { allowedCommands: ['property:*'] }, 'command_blocked'],
    ['read', { allowedCommands: ['*'], blockedCommands: ['read'] }, 'command_blocked'],
    ['read', { allowedCommands: ['read'], blockedCommands: ['read'] }, 'command_blocked'],
    ['eval', { allowedCommands: ['eval'] }, 'command_dangerous'],
    ['eval', { allowedCommands: ['*'], allowDangerousCommands: true }, undefined],
    ['eval', { blockedCommands: ['eval'], allowDangerousCommands: true }, 'command_blocked'],
    ['read', { readOnly: true }, undefined],
    ['append', { readOnly: true }, 'read_only'],
    ['delete', { readOnly: true }, 'read_only'],
    ['daily', { readOnly: true }, 'read_only'],
    ['task', { readOnly: true }, 'read_only'],
    ['append', { readOnly: true, allowedCommands: ['append'] }, 'read_only'],
    ['dev:dom', { readOnly: true }, 'command_dangerous'],
    ['dev:dom', { readOnly: true, allowDangerousCommands: true }, undefined],
    ['eval', { readOnly: true, allowDangerousCommands: true }, 'read_only'],
    ['eval', { trustedCommands: ['eval'] }, undefined],
    ['devtools', { trustedCommands: ['eval'] }, 'command_dangerous'],
    ['plugin:reload', {}, 'command_dangerous'],
    ['plugin:reload', { trustedCommands: [' Plugin/*'] }, undefined],
    ['shelf:dust', {}, 'command_dangerous'],
    ['shelf:dust', { trustedCommands: ['shelf:*'] }, undefined],
    ['shelf:dust', { trustedCommands: ['shelf:*'], readOnly: true }, 'read_only'],
    ['eval', { trustedCommands: ['*'], blockedCommands: ['eval'] }, 'command_blocked'],
    ['eval', { trustedCommands: ['*'], allowedCommands: ['read'] }, 'command_blocked'],
    ['cli-bridge:status', { trustedCommands: ['*'] }, 'bridge_protected'],
    ['cli-bridge', {}, 'bridge_protected'],
    ['cli-bridge:status', { allowDangerousCommands: true, allowedCommands: ['*'] }, 'bridge_protected'],
  ])('%s with %j: %s', (name, settings, refusal) => {
    expect(policyRefusal(get(name), { ...OPEN, ...settings })).toBe(refusal);
  });

  test('commands that only look like those of the bridge are not its own', () => {
    for (const name of ['cli-bridge-two:x', 'my-cli-bridge', 'cli-bridged'])
      expect(policyRefusal({ ...get('read'), name }, OPEN)).toBeUndefined();
  });

  test('property: read-only mode lets only reading commands run', () => {
    const patterns = fc.array(fc.constantFrom('*', 'read', 'property:*', 'eval', 'nonsense', ''));
    const settings = fc.record({
      allowedCommands: patterns,
      blockedCommands: patterns,
      readOnly: fc.boolean(),
      allowDangerousCommands: fc.boolean(),
      trustedCommands: patterns,
      askFirst: fc.constant([]),
    });
    fc.assert(
      fc.property(fc.constantFrom(...catalogue.list()), settings, (command, given) => {
        const refusal = policyRefusal(command, given);
        if (refusal !== undefined) return;
        expect(given.readOnly && command.kind !== 'read').toBe(false);
        const isTrusted = given.trustedCommands.some((pattern) => matchesPattern(pattern, command.name));
        expect(command.dangerous && !given.allowDangerousCommands && !isTrusted).toBe(false);
        expect(given.blockedCommands.some((pattern) => matchesPattern(pattern, command.name))).toBe(false);
        expect(command.name.startsWith(BRIDGE_ID) && command.byBridge === undefined).toBe(false);
      }),
    );
  });
});

describe('what a key allows', () => {
  const patterns = fc.array(fc.constantFrom('*', 'read', 'property:*', 'eval', 'dev:*', 'shelf:dust'), {
    minLength: 1,
  });
  const limits = fc.record({ commands: patterns, vaults: fc.constant(['Notes']) }, { requiredKeys: [] });

  test('property: more access never takes a command away, and a limit never gives one', () => {
    const command = fc.constantFrom(...catalogue.list());
    fc.assert(
      fc.property(command, limits, fc.option(patterns, { nil: [] }), (asked, given, trustedCommands) => {
        const allows = (access: 'read' | 'write' | 'full', limit = given): boolean =>
          isInScope(asked, { id: 'a', name: 'a', scope: { access, ...limit } }, { trustedCommands });
        expect(isInScope(asked, { id: 'owner', name: 'owner' }, { trustedCommands })).toBe(true);
        if (allows('read')) expect([asked.kind, allows('write')]).toEqual(['read', true]);
        if (allows('write')) {
          const isTrusted = trustedCommands.some((pattern) => matchesPattern(pattern, asked.name));
          expect([asked.dangerous && !isTrusted, allows('full')]).toEqual([false, true]);
        }
        for (const access of ['read', 'write', 'full'] as const) {
          if (allows(access)) expect(allows(access, {})).toBe(true);
        }
        // For an undo, what it undoes is checked instead.
        if (given.commands && allows('full') && asked.byBridge !== 'undo')
          expect(given.commands.some((pattern) => matchesPattern(pattern, asked.name))).toBe(true);
        if (given.vaults) expect(['vaults', 'vault:open'].includes(asked.name) && allows('full')).toBe(false);
      }),
    );
  });
});

describe('patterns', () => {
  test.each([
    ['read', 'read', true],
    [' Read ', 'read', true],
    ['DAILY:READ', 'daily:read', true],
    ['daily/read', 'daily:read', true],
    ['daily/*', 'daily:read', true],
    [' daily:* ', 'daily:read', true],
    ['my-plugin:*', 'My-Plugin:Go', true],
    ['a:*', 'a:b:c', true],
    ['a:b:*', 'a:b:c', true],
    ['a:b:*', 'a:bc', false],
    ['daily:*', 'dailyx:read', false],
    ['', 'read', false],
    [':*', 'read', false],
    ['read', 'daily:read', false],
    ['.*', 'read', false],
  ])('%j covers %s: %s', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });
});

describe('commands that act on the bridge itself', () => {
  const harms = (name: string, id?: string): boolean =>
    harmsBridge(get(name), {
      words: [],
      parameters: new Map(id === undefined ? [] : [['id', id]]),
      flags: [],
    });

  test.each(['plugin:disable', 'plugin:uninstall', 'plugin:reload', 'plugin:install', 'remove', 'uninstall'])(
    "%s with the bridge's id, in any spelling",
    (name) => {
      const own = ['cli-bridge', 'CLI-Bridge', ' cli-bridge', 'cli-bridge\n', '\u00a0Cli-Bridge\u2003'];
      for (const id of [
        ...own,
        'CLI Bridge',
        'dataview, cli-bridge',
        'ｃｌｉ-ｂｒｉｄｇｅ',
        'community:cli-bridge',
        '.obsidian\\plugins\\cli-bridge\\main.js',
        'dataview&cli-bridge',
        'id(cli-bridge)',
      ])
        expect([id, harms(name, id)]).toEqual([id, true]);
      for (const id of ['cli-bridge-two', 'my-cli-bridge', 'dataview', '', undefined])
        expect([id, harms(name, id)]).toEqual([id, false]);
    },
  );

  test.each(['remove', 'uninstall'])('%s of it by any argument', (name) => {
    const none = { words: [], parameters: new Map<string, string>(), flags: [] };
    for (const parameter of ['plugin', 'name', 'ID'])
      expect(harmsBridge(get(name), { ...none, parameters: new Map([[parameter, 'cli-bridge']]) })).toBe(
        true,
      );
    expect(harmsBridge(get(name), { ...none, parameters: new Map([['cli-bridge', 'true']]) })).toBe(true);
    expect(harmsBridge(get(name), { ...none, flags: ['cli-bridge'] })).toBe(true);
    expect(harmsBridge(get(name), { ...none, flags: ['--CLI-bridge'] })).toBe(true);
    expect(harmsBridge(get(name), { ...none, words: ['cli-bridge'] })).toBe(true);
    expect(harmsBridge(get(name), { ...none, words: ['dataview'], flags: ['dataview'] })).toBe(false);
  });

  test('every command that acts on a plugin by its id is known to be harmful or harmless', () => {
    const acting = catalogue
      .list()
      .filter(
        ({ category, kind, origin }) => category === 'plugins' && kind !== 'read' && origin === 'builtin',
      )
      .map(({ name }) => name);
    expect(acting.filter((name) => !harms(name, 'cli-bridge'))).toEqual([
      'plugins:restrict',
      'plugin:enable',
    ]);
  });

  test('switching it on and reading about it are no harm', () => {
    for (const name of ['plugin', 'plugin:enable']) expect(harms(name, 'cli-bridge')).toBe(false);
  });
});
