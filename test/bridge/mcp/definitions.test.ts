import { beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../../src/bridge/settings';
import { commandIndexOf } from '../../../src/bridge/mcp/command-index';
import { instructionsFor } from '../../../src/bridge/mcp/instructions';
import { DEFAULT_SETTINGS } from '../../../src/bridge/settings';
import { legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

const OWNER = { id: 'owner', name: 'owner' };
const HOST = { canAsk: false, mayReadDefault: () => true };

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope);
});

interface Tool {
  readonly name: string;
  readonly annotations: Record<string, boolean>;
  readonly inputSchema: { readonly additionalProperties: unknown };
}

async function tools(): Promise<Tool[]> {
  const { body } = await sendMessage(running.url, legacyMessage('tools/list'));
  return body.result?.['tools'] as Tool[];
}

async function executeHints(settings: Partial<Settings>): Promise<Record<string, boolean> | undefined> {
  running.change({ readOnly: false, allowedCommands: [], blockedCommands: [], ...settings });
  return (await tools())[1]?.annotations;
}

describe('tools/list', () => {
  test('has exactly two tools, in a fixed order, equal in both eras', async () => {
    const { body } = await sendMessage(running.url, ...modernRequest('tools/list'));
    const listed = await tools();
    expect(listed.map(({ name }) => name)).toEqual(['search', 'execute']);
    expect(body.result?.['tools']).toEqual(listed);
  });

  test('takes no arguments that are not described', async () => {
    for (const { inputSchema } of await tools()) expect(inputSchema.additionalProperties).toBe(false);
  });

  test('promises no structured content, which a file comes without', async () => {
    for (const tool of await tools()) expect(tool).not.toHaveProperty('outputSchema');
  });

  test('has no part that allows anything, which strict clients warn of', async () => {
    expect(JSON.stringify(await tools())).not.toMatch(/"additionalProperties":(?:\{\}|true)/);
  });

  test('search says that it only reads', async () => {
    expect((await tools())[0]?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });
});

describe('execute', () => {
  const worst = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  const reading = { ...worst, readOnlyHint: true, destructiveHint: false };

  test.each([
    ['by default', {}],
    ['with a block-list, which cannot know what will be added', { blockedCommands: ['append', 'daily:*'] }],
    ['with an allow-list that has a writing command', { allowedCommands: ['read', 'append'] }],
    ['with a pattern in the allow-list', { allowedCommands: ['search:*'] }],
    ['with an allow-list of unknown commands', { allowedCommands: ['read', 'my-plugin:go'] }],
  ])('is destructive %s', async (_, settings) => expect(await executeHints(settings)).toEqual(worst));

  test.each([
    ['in read-only mode', { readOnly: true }],
    ['with an allow-list of reading commands', { allowedCommands: ['read', ' Search ', 'search/context'] }],
    ['with an allow-list whose others are refused', { allowedCommands: ['read', 'eval'] }],
  ])('only reads %s', async (_, settings) => expect(await executeHints(settings)).toEqual(reading));
});

describe('the instructions', () => {
  test('are the same in both eras, fit into 2,048 characters, and say what matters first', async () => {
    running.change({ readOnly: false, allowedCommands: [], blockedCommands: [] });
    const old = await sendMessage(
      running.url,
      legacyMessage('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      }),
    );
    const modern = await sendMessage(running.url, ...modernRequest('server/discover'));
    const text = String(old.body.result?.['instructions']);
    expect(modern.body.result?.['instructions']).toBe(text);
    expect(text.length).toBeLessThanOrEqual(2_048);
    expect(text).toMatch(/search[^]*execute[^]*path[^]*file[^]*open note[^]*daily:append/);
    expect(text).toMatch(/cli-bridge:edit[^]*`calls`[^]*in English/);
  });

  test('stay within their limit when plugins add many commands', () => {
    const command = running.bridge.catalogue.list().find(({ name }) => name === 'version');
    if (!command) throw new Error('no such command');
    const many = Array.from({ length: 500 }, (_, index) => ({ ...command, name: `plugin:${index}` }));
    const text = instructionsFor([...running.bridge.catalogue.list(), ...many], {
      guide: '',
      hasPrivate: true,
    });
    expect(text.length).toBeLessThanOrEqual(2_048);
    expect(text).toContain('see search');
  });

  test('have the usage of what most days need, and the names of all others that can be used', async () => {
    const { instructions, usable } = commandIndexOf(
      running.bridge.catalogue,
      { current: DEFAULT_SETTINGS },
      HOST,
    )(OWNER);
    for (const line of [
      'read path=<note>|file=<name>',
      'append path=<note>|file=<name> content=<text>',
      'search:context query=<text> [path=<folder>] [limit=<n>]',
      'tasks [path=<note>|file=<name>] [format=json|tsv|csv] [todo] [daily]',
    ]) {
      expect(instructions.split('\n')).toContain(line);
    }
    const named = instructions.replace(/(\S+:)(\S+)/g, (_, prefix: string, last: string) =>
      last
        .split('|')
        .map((part) => prefix + part)
        .join(' '),
    );
    const others = usable.filter(({ replacedBySearch }) => !replacedBySearch);
    for (const { name } of others) expect(named.split(/\s/)).toContain(name);
    expect(named.split(/\s/)).not.toContain('eval');
  });

  test('leave out what read-only mode refuses', () => {
    const settings = { current: { ...DEFAULT_SETTINGS, readOnly: true } };
    const { instructions } = commandIndexOf(running.bridge.catalogue, settings, HOST)(OWNER);
    expect(instructions).toContain('read path=');
    expect(instructions).not.toMatch(/append|cli-bridge:edit|\bdelete\b/);
  });
});
