import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import type { Command } from '../../../src/bridge/commands/command';
import { BRIDGE_ID, harmsBridge, matchesPattern, policyRefusal } from '../../../src/bridge/commands/policy';
import type { PolicySettings } from '../../../src/bridge/commands/policy';

const catalogue = new Catalogue(() =>
  Promise.resolve('Commands:\n  cli-bridge  x\n  cli-bridge:status  x\n'),
);
await catalogue.refresh();

const OPEN: PolicySettings = {
  allowedCommands: [],
  blockedCommands: [],
  readOnly: false,
  allowDangerousCommands: false,
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
    ['cli-bridge', {}, 'bridge_protected'],
    ['cli-bridge:status', { allowDangerousCommands: true, allowedCommands: ['*'] }, 'bridge_protected'],
  ])('%s with %j: %s', (name, settings, refusal) => {
    expect(policyRefusal(get(name), { ...OPEN, ...settings })).toBe(refusal);
  });

  test('commands that only look like those of the bridge are not its own', () => {
    for (const name of ['cli-bridge-two:x', 'my-cli-bridge', 'cli-bridged'])
      expect(policyRefusal({ ...get('read'), name }, OPEN)).toBeUndefined();
  });

  test('property: read-only lets nothing run that is no reading command', () => {
    const patterns = fc.array(fc.constantFrom('*', 'read', 'property:*', 'eval', 'nonsense', ''));
    const settings = fc.record({
      allowedCommands: patterns,
      blockedCommands: patterns,
      readOnly: fc.boolean(),
      allowDangerousCommands: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...catalogue.list()), settings, (command, given) => {
        const refusal = policyRefusal(command, given);
        if (refusal !== undefined) return;
        expect(given.readOnly && command.kind !== 'read').toBe(false);
        expect(command.dangerous && !given.allowDangerousCommands).toBe(false);
        expect(given.blockedCommands.some((pattern) => matchesPattern(pattern, command.name))).toBe(false);
        expect(command.name.startsWith(BRIDGE_ID)).toBe(false);
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
    harmsBridge(get(name), { parameters: new Map(id === undefined ? [] : [['id', id]]), flags: [] });

  test.each(['plugin:disable', 'plugin:uninstall', 'plugin:reload', 'remove', 'uninstall'])(
    '%s of its own id, however spelt',
    (name) => {
      for (const id of ['cli-bridge', 'CLI-Bridge', ' cli-bridge', 'cli-bridge\n'])
        expect(harms(name, id)).toBe(true);
      for (const id of ['cli-bridge-two', 'dataview', '', undefined]) expect(harms(name, id)).toBe(false);
    },
  );

  test.each(['remove', 'uninstall'])('%s of it by any parameter, or as a word', (name) => {
    for (const parameter of ['plugin', 'name', 'ID']) {
      const parameters = new Map([[parameter, 'cli-bridge']]);
      expect(harmsBridge(get(name), { parameters, flags: [] })).toBe(true);
    }
    expect(harmsBridge(get(name), { parameters: new Map(), flags: ['cli-bridge'] })).toBe(true);
    expect(harmsBridge(get(name), { parameters: new Map(), flags: ['dataview'] })).toBe(false);
  });

  test('every command that acts on a plugin by its id is known to be harmful or harmless', () => {
    const acting = catalogue
      .list()
      .filter(({ category, kind, dangerous }) => category === 'plugins' && kind !== 'read' && !dangerous)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith(BRIDGE_ID));
    const harmless = ['plugin:enable', 'plugin:install'];
    expect(acting.filter((name) => !harms(name, 'cli-bridge'))).toEqual(harmless);
  });

  test('switching it on, reading about it and installing it again are no harm', () => {
    for (const name of ['plugin', 'plugin:enable', 'plugin:install'])
      expect(harms(name, 'cli-bridge')).toBe(false);
  });
});
