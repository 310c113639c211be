import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/obsidian/connect/clients';
import type { Client } from '../../src/obsidian/connect/clients';
import { codeBlocks } from '../docs/pages';

const access = { url: 'http://127.0.0.1:27124', key: 'f00d' };

describe('the configuration for', () => {
  it.each(CLIENTS.map((client) => [client.id, client] as const))(
    '%s has the address and the key',
    (_id, client) => {
      const snippet = client.snippet(access);
      expect(snippet).toContain(client.id === 'curl' ? '/api/v1/cli/files' : 'http://127.0.0.1:27124/mcp');
      expect(snippet).toContain('Bearer f00d');
      if (snippet.startsWith('{')) expect(() => JSON.parse(snippet) as unknown).not.toThrow();
    },
  );

  it('Cursor and VS Code are links that can be read back', () => {
    const [cursor, vscode] = CLIENTS.flatMap(({ link }) => (link ? [link.url(access)] : []));
    const config = new URL(cursor ?? '').searchParams.get('config') ?? '';
    expect(JSON.parse(atob(config))).toEqual({
      url: 'http://127.0.0.1:27124/mcp',
      headers: { Authorization: 'Bearer f00d' },
    });
    expect(JSON.parse(decodeURIComponent((vscode ?? '').split('?')[1] ?? ''))).toMatchObject({
      name: 'obsidian',
      type: 'http',
      url: 'http://127.0.0.1:27124/mcp',
    });
  });
});

describe('docs/mcp-clients.md says the same as the settings tab for', () => {
  const blocks = codeBlocks('docs/mcp-clients.md', 'json', 'sh', 'toml');
  const jsonBlocks = blocks
    .filter((block) => block.startsWith('{'))
    .map((block) => JSON.parse(block) as unknown);
  const snippetOf = (id: Client['id'], key: string): string => {
    const client = CLIENTS.find((each) => each.id === id);
    if (!client) throw new Error(`No client ${id}`);
    return client.snippet({ ...access, key });
  };

  it.each(['claude-code', 'gemini-cli'])('%s: the line to run', (id) => {
    const lines = blocks.flatMap((block) => block.split('\n'));
    expect(lines).toContain(snippetOf(id, 'YOUR_KEY'));
  });

  it('Claude Code: the line in the README', () => {
    const lines = codeBlocks('README.md', 'sh').flatMap((block) => block.split('\n'));
    expect(lines).toContain(snippetOf('claude-code', 'YOUR_KEY'));
  });

  it.each([
    ['claude-desktop', 'YOUR_KEY'],
    ['cursor', '${env:CLI_BRIDGE_API_KEY}'],
    ['other', '${CLI_BRIDGE_API_KEY}'],
  ])('%s: the JSON, wherever it takes the key from', (id, key) => {
    expect(jsonBlocks).toContainEqual(JSON.parse(snippetOf(id, key)));
  });

  it('VS Code: the JSON, in which the docs ask for the key', () => {
    const wanted = JSON.parse(snippetOf('vscode', '${input:cli-bridge-key}')) as object;
    expect(jsonBlocks).toContainEqual(expect.objectContaining(wanted));
  });

  it('Codex: the section, in which the docs take the key from the environment', () => {
    const [section, url] = snippetOf('codex', '').split('\n');
    expect(blocks.some((block) => block.startsWith(`${section}\n${url}\n`))).toBe(true);
  });
});
