import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseVault, refuseAmbiguous, requireVault } from '../../../../src/bridge/call/vault/vault-choice';
import type { BridgeError } from '../../../../src/bridge/errors';
import { DEFAULT_SETTINGS } from '../../../../src/bridge/settings';
import type { BridgePorts } from '../../../../src/bridge/ports';
import type { Settings } from '../../../../src/bridge/settings';
import { serve, serveFake } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { clockAhead } from '../../../kit/clock';
import { writeFakeCli } from '../../../kit/fake-cli';
import type { FakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { callTool } from '../../../kit/mcp-client';
import { THIS_TEST } from '../../../kit/test-scope';
import type { TestScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

/** Knows the vaults Garden, and Notes twice; the id of one of these is n1. */
const BEHAVIOR = `case $command in
vaults) [ -z "$vault" ] || case $vault in Garden|g0) ;; *) echo 'Vault not found.'; exit ;; esac
  printf 'Garden\\t/home/me/Garden\\nNotes\\t/home/me/Notes\\nNotes\\t/mnt/disk\\tnotes\\n'; exit ;;
esac
case $vault in
''|[Gg]arden|g0|Notes|n1) [ "$command" = append ] && echo "Appended to: a.md"; echo "ran $* " ;;
*) echo 'Vault not found.' ;;
esac`;

async function serveVaults(
  scope: TestScope,
  settings: Partial<Settings> = {},
  ports: Partial<BridgePorts> = {},
  help?: string,
): Promise<Served & { readonly cli: FakeCli }> {
  const cli = await writeFakeCli(await makeFolder(scope), BEHAVIOR, help === undefined ? {} : { help });
  const served = await serve(
    scope,
    { program: { file: cli.path, leadingArguments: [] }, ...ports },
    settings,
  );
  if (help === undefined) await until('help was read', () => served.bridge.catalogue.revision > 0);
  return { ...served, cli };
}

describe('two vaults of one name', () => {
  test('are refused with both paths, in any case, and nothing runs', async (scope) => {
    const { client, cli } = await serveVaults(scope);
    for (const vault of ['Notes', 'NOTES']) {
      const { status, envelope } = await client.post('append', {
        vault,
        params: { path: 'a.md', content: 'x' },
      });
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ code: 'ambiguous_vault', command: 'append' });
      expect(envelope.error).toContain('/home/me/Notes, /mnt/disk\tnotes');
      expect(envelope.hint).toContain('obsidian.json');
    }
    expect(await cli.calls()).toEqual([]);
    const asked = (await cli.allCalls()).filter(([word]) => word === 'vaults');
    expect(asked, 'asked once, and kept a moment').toEqual([['vaults', 'verbose']]);
  });

  test('the default vault of the settings too', async (scope) => {
    const { client } = await serveVaults(scope, { defaultVault: 'Notes' });
    expect((await client.get('tags')).envelope.code).toBe('ambiguous_vault');
  });

  test('an id, and a name that is there once, run', async (scope) => {
    const { client, cli } = await serveVaults(scope);
    for (const vault of ['n1', 'garden']) expect((await client.get('tags', { vault })).status).toBe(200);
    expect(await cli.calls()).toEqual([
      ['vault=n1', 'tags'],
      ['vault=garden', 'tags'],
    ]);
  });

  test('over MCP the same', async (scope) => {
    const { client } = await serveVaults(scope);
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
      command: 'tags',
      vault: 'Notes',
    });
    expect(structured).toMatchObject({ ok: false, code: 'ambiguous_vault' });
    expect(structured['hint']).toContain('obsidian.json');
  });

  test('the vault of the host is addressed by its id', async (scope) => {
    const { client, cli, bridge } = await serveVaults(scope, {}, { hostVault: 'Notes', hostVaultId: 'n1' });
    expect((await client.get('tags')).status).toBe(200);
    expect(await cli.calls()).toEqual([['vault=n1', 'tags']]);
    expect((await cli.allCalls()).some((words) => words.includes('verbose'))).toBe(false);
    expect(bridge.log.list()[0], 'the log says its name').toMatchObject({ vault: 'Notes' });
  });

  test('a program that is not known to be the real one gets one process and the name as it is', async (scope) => {
    const { client, cli } = await serveVaults(scope, {}, {}, ':');
    expect((await client.get('tags', { vault: 'Notes' })).status).toBe(200);
    expect((await cli.allCalls()).filter(([word]) => word !== 'version' && word !== 'help')).toEqual([
      ['vault=Notes', 'tags'],
    ]);
  });
});

describe('whether several vaults have the name', () => {
  /** Starts a bridge whose program answers `vaults verbose` in this way the first time. */
  const start = async (scope: TestScope, first: string, settings: Partial<Settings> = {}) => {
    const behavior = `[ "$command" != vaults ] || [ -e "$0.listed" ] || { : > "$0.listed"; ${first}; }\n${BEHAVIOR}`;
    const served = await serveFake(scope, behavior, { timeoutSeconds: 1, ...settings });
    await until('help was read', () => served.bridge.status().cli.recognized);
    return served;
  };
  const append = { vault: 'Notes', params: { path: 'a.md', content: 'x' } };

  test.each(['exit', 'exit 1', 'echo nonsense; exit'])(
    'is asked again at the next call where the list named none: %s',
    async (first) => {
      const { client } = await start(THIS_TEST, first);
      expect((await client.post('append', append)).status).toBe(200);
      expect((await client.post('append', append)).envelope.code).toBe('ambiguous_vault');
    },
  );

  test('is not known while the program does not answer: then only what reads runs', async (scope) => {
    const { client } = await start(scope, 'rm "$0.listed"; exec sleep 30');
    const refused = await client.post('append', append);
    expect(refused).toMatchObject({ status: 503, envelope: { code: 'cli_not_answering' } });
    expect(refused.envelope.error).toContain('whether several vaults are called "Notes"; nothing was run');
    expect((await client.get('tags', { vault: 'Notes' })).status).toBe(200);
    const listed = await start(scope, 'rm "$0.listed"; exec sleep 30', { allowedVaults: ['Notes'] });
    expect((await listed.client.get('tags', { vault: 'Notes' })).envelope.code).toBe('cli_not_answering');
  });

  test('is asked every 5 minutes for a name that is there once, and every 30 s for any other', async (scope) => {
    const pass = clockAhead(scope);
    const { client, cli } = await serveVaults(scope);
    const asked = async (wait: number, vault: string): Promise<number> => {
      pass(wait);
      await client.get('tags', { vault });
      return (await cli.newCalls()).filter((words) => words.includes('verbose')).length;
    };
    expect(await asked(0, 'Garden')).toBe(1);
    expect(await asked(290_000, 'garden')).toBe(0);
    expect(await asked(0, 'n1')).toBe(1);
    expect(await asked(20_000, 'n1')).toBe(0);
    expect(await asked(20_000, 'n1')).toBe(1);
    expect(await asked(290_000, 'Garden')).toBe(0);
    expect(await asked(20_000, 'Garden')).toBe(1);
  });
});

describe('which vault', () => {
  test('a star leaves the choice to the program', async (scope) => {
    const { client, cli } = await serveVaults(scope, { defaultVault: 'Garden' });
    await client.post('tags', { vault: '*' });
    await client.get('tags', { vault: '*' });
    await client.get('tags');
    expect(await cli.calls()).toEqual([['tags'], ['tags'], ['vault=Garden', 'tags']]);
  });

  test('vaults runs while the default vault is unknown, so that one can look it up', async (scope) => {
    const { client, cli } = await serveVaults(scope, { defaultVault: 'Gone' });
    const { status, envelope } = await client.get('vaults');
    expect({ status, stdout: envelope.stdout }).toMatchObject({
      status: 200,
      stdout: expect.stringContaining('Garden') as string,
    });
    expect((await cli.allCalls()).slice(-2)).toEqual([['vault=Gone', 'vaults'], ['vaults']]);
    expect((await client.get('tags')).envelope.code).toBe('vault_not_found');
    expect((await client.get('vaults', { vault: 'Gone' })).envelope.code).toBe('vault_not_found');
  });

  test('what needs none runs without the default vault while that is in doubt', async (scope) => {
    const { client, cli } = await serveVaults(scope, { defaultVault: 'Notes' });
    await cli.newCalls();
    for (const command of ['vaults', 'help', 'version']) expect((await client.get(command)).status).toBe(200);
    expect(await cli.newCalls()).toEqual([['vaults', 'verbose'], ['vaults'], ['help'], ['version']]);
    expect((await client.get('vaults', { vault: 'Notes' })).envelope.code).toBe('ambiguous_vault');
  });
});

describe('allowed vaults', () => {
  test('others are refused before anything is asked or checked, and what the program would choose too', async (scope) => {
    const { client, cli } = await serveVaults(scope, { allowedVaults: ['garden'], defaultVault: 'Garden' });
    for (const vault of ['Other', '*', 'g0']) {
      const { status, envelope } = await client.post('search', { vault, params: {} });
      expect({ status, code: envelope.code }).toEqual({ status: 403, code: 'vault_not_allowed' });
    }
    expect(await cli.calls()).toEqual([]);
    expect((await client.get('tags')).status).toBe(200);
    expect((await client.post('search')).envelope.code).toBe('missing_parameter');
  });

  test('a default vault that is not in the list is refused', async (scope) => {
    const { client, change } = await serveVaults(scope, { allowedVaults: ['Garden'], defaultVault: 'Notes' });
    const refused = (await client.get('tags')).envelope;
    expect([refused.code, refused.hint]).toEqual([
      'vault_not_allowed',
      expect.stringMatching(/^Name a vault/),
    ]);
    change({ defaultVault: '*' });
    expect((await client.get('tags')).envelope.code).toBe('vault_not_allowed');
    for (const vault of ['*', 'Other'])
      expect((await client.get('tags', { vault })).envelope.hint).toMatch(/^Name a vault/);
    change({ allowedVaults: [] });
    expect((await client.get('tags')).status).toBe(200);
  });

  test('the name of the vault of the host allows it, unless another has it too', async (scope) => {
    const host = { hostVault: 'Garden', hostVaultId: 'g0' };
    const { client, change } = await serveVaults(scope, { allowedVaults: ['Garden'] }, host);
    expect((await client.get('tags')).status).toBe(200);
    change({ allowedVaults: ['g0'] });
    expect((await client.get('tags')).status).toBe(200);
    const twin = await serveVaults(
      scope,
      { allowedVaults: ['Notes'] },
      { hostVault: 'Notes', hostVaultId: 'n1' },
    );
    expect((await twin.client.get('tags')).envelope.code).toBe('vault_not_allowed');
    twin.change({ allowedVaults: ['n1'] });
    expect((await twin.client.get('tags')).status).toBe(200);
  });

  test('property: with a list, of the settings or of the key, nothing runs but in a vault that it names without doubt', async () => {
    const name = fc.constantFrom('a', 'A', 'b', 'id1', 'id2', '*', 'c ');
    const known = fc.array(fc.record({ name: fc.constantFrom('a', 'A', 'b'), path: fc.string() }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.option(name, { nil: undefined }),
        fc.array(name, { maxLength: 3 }),
        fc.option(fc.array(name, { minLength: 1, maxLength: 3 }), { nil: undefined }),
        fc.constantFrom('', '*', 'a', 'b'),
        known,
        async (given, allowedVaults, vaults, defaultVault, list) => {
          const limits = [...(allowedVaults.length > 0 ? [allowedVaults] : []), ...(vaults ? [vaults] : [])];
          fc.pre(limits.length > 0);
          const host = { name: 'a', id: 'id1' };
          const settings = { ...DEFAULT_SETTINGS, allowedVaults, defaultVault };
          const vault = chooseVault(given, settings, host);
          try {
            const key = { id: 'k', name: 'k', scope: { access: 'full', vaults } } as const;
            const rules = { settings, host, key };
            requireVault(given, vault, rules);
            await refuseAmbiguous(vault, () => Promise.resolve(list), rules);
          } catch (error) {
            const { code } = error as BridgeError;
            expect(['vault_not_allowed', 'ambiguous_vault', 'key_scope']).toContain(code);
            // Its sentence has the paths of vaults that the key is not for.
            if (vaults) expect(code).not.toBe('ambiguous_vault');
            return;
          }
          const plain = (text = ''): string => text.trim().toLowerCase();
          const count = list.filter((other) => plain(other.name) === plain(vault)).length;
          expect(vault).toBeDefined();
          expect(count).toBeLessThan(2);
          const names = ['a', 'id1'].includes(plain(vault)) ? ['a', 'id1'] : [plain(vault)];
          for (const limit of limits) expect(limit.some((entry) => names.includes(plain(entry)))).toBe(true);
        },
      ),
    );
  });
});
