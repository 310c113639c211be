import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { CLIENT_KINDS } from '../../src/obsidian/connect/client-kinds';
import type { Access, ClientKind } from '../../src/obsidian/connect/client-kind';
import { codeBlocks } from '../docs/pages';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';

const access = {
  url: 'http://127.0.0.1:27124',
  key: 'f00d',
  relayFile: '/Users/you/cli-bridge-relay.mjs',
};

function recordOf(id: ClientKind['id']): ClientKind {
  const kind = CLIENT_KINDS.find((each) => each.id === id);
  if (!kind) throw new Error(`No client ${id}`);
  return kind;
}

function linkOf(id: ClientKind['id'], given: Access = access): string {
  const links = recordOf(id).steps.flatMap(({ action }) => (action?.kind === 'link' ? action : []));
  const [link] = links;
  if (!link) throw new Error(`${id} has no link`);
  return link.url(given);
}

/** The texts that the user pastes, by their names. */
function valuesOf({ steps, parts = [], byHand }: ClientKind, given: Access = access): Map<string, string> {
  const values = [...steps, ...parts.map(({ step }) => step), ...(byHand ? [byHand] : [])].flatMap(
    (step) => step.values ?? [],
  );
  return new Map(values.map(({ name, text }) => [name, text(given)]));
}

function configurationOf(id: ClientKind['id'], key: string): string {
  const values = valuesOf(recordOf(id), { ...access, key });
  return values.get('configuration') ?? values.get('command') ?? '';
}

/** The text that is pasted to connect a client through the relay. */
function relayTextOf(id: ClientKind['id'], key: string): string {
  const values = (recordOf(id).throughRelay ?? []).flatMap((step) => step.values ?? []);
  return values.map(({ text }) => text({ ...access, key })).join('');
}

describe('the configuration for', () => {
  it.each(CLIENT_KINDS.map((kind) => [kind.id, kind] as const))(
    '%s has the address and the key',
    (id, kind) => {
      const values = valuesOf(kind);
      const text = [...values.values()].join('\n');
      expect(text).toContain(kind.interface === 'rest' ? '/api/v1/cli/files' : 'http://127.0.0.1:27124/mcp');
      expect(text).toContain('f00d');
      // VS Code asks for the key, so that it is in no file.
      if (id === 'vscode') expect(values.get('configuration')).not.toContain('f00d');
      const configuration = values.get('configuration') ?? '';
      if (configuration.startsWith('{')) expect(() => JSON.parse(configuration) as unknown).not.toThrow();
    },
  );

  it.each([
    ['Python script', 'python3', 'files.py'],
    ['Node.js script', process.execPath, 'files.mjs'],
  ])('a script runs as it stands: %s', async (name, program, file) => {
    const server = createServer(({ headers, url }, response) =>
      response.end(JSON.stringify({ stdout: `${headers.authorization} ${url}` })),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const given = { ...access, url: `http://127.0.0.1:${port}` };
    const path = join(await makeFolder(THIS_TEST), file);
    await writeFile(path, valuesOf(recordOf('script'), given).get(name) ?? '');
    const { stdout } = await promisify(execFile)(program, [path]);
    expect(stdout.trim()).toBe('Bearer f00d /api/v1/cli/files');
    server.close();
  });

  it('a script: n8n takes the node as JSON', () => {
    const node = JSON.parse(valuesOf(recordOf('script')).get('node for n8n') ?? '') as object;
    expect(node).toMatchObject({
      nodes: [
        {
          type: 'n8n-nodes-base.httpRequest',
          parameters: { url: 'http://127.0.0.1:27124/api/v1/cli/files' },
        },
      ],
    });
  });

  it('Raycast has one text for each field of its form', () => {
    expect([...valuesOf(recordOf('raycast')).values()]).toEqual([
      'obsidian',
      'HTTP',
      'http://127.0.0.1:27124/mcp',
      'Authorization',
      'Bearer f00d',
    ]);
  });

  it('Windsurf and Antigravity names the address as they do', () => {
    for (const id of ['windsurf', 'antigravity']) {
      expect(JSON.parse(configurationOf(id, 'f00d'))).toEqual({
        mcpServers: {
          obsidian: {
            serverUrl: 'http://127.0.0.1:27124/mcp',
            headers: { Authorization: 'Bearer f00d' },
          },
        },
      });
    }
  });

  it('Goose is YAML', () => {
    expect(parseYaml(configurationOf('goose', 'f00d'))).toMatchObject({
      extensions: {
        obsidian: { uri: 'http://127.0.0.1:27124/mcp', headers: { Authorization: 'Bearer f00d' } },
      },
    });
  });
});

describe('through the relay, the text for', () => {
  const server = {
    command: 'node',
    args: ['/Users/you/cli-bridge-relay.mjs'],
    env: { CLI_BRIDGE_URL: 'http://127.0.0.1:27124/mcp', CLI_BRIDGE_API_KEY: 'f00d' },
  };

  it.each(['cursor', 'other'])('%s is JSON', (id) => {
    expect(JSON.parse(relayTextOf(id, 'f00d'))).toEqual({ mcpServers: { obsidian: server } });
  });

  it('Codex is TOML', () => {
    expect(relayTextOf('codex', 'f00d').split('\n')).toEqual([
      '[mcp_servers.obsidian]',
      'command = "node"',
      'args = ["/Users/you/cli-bridge-relay.mjs"]',
      'env = { CLI_BRIDGE_URL = "http://127.0.0.1:27124/mcp", CLI_BRIDGE_API_KEY = "f00d" }',
    ]);
  });

  it('Claude Code has the name behind another option than --env, which takes all that follows it', () => {
    expect(relayTextOf('claude-code', 'f00d')).toMatch(/ --transport stdio obsidian -- node "/);
  });
});

describe('the link for', () => {
  const server = { url: 'http://127.0.0.1:27124/mcp', headers: { Authorization: 'Bearer f00d' } };

  it.each(['cursor', 'lm-studio'])('%s can be read back', (id) => {
    const { searchParams } = new URL(linkOf(id));
    expect(searchParams.get('name')).toBe('obsidian');
    expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual(server);
  });

  it('VS Code can be read back, and has the question for the key rather than the key', () => {
    const link = linkOf('vscode');
    expect(link).not.toContain('f00d');
    expect(JSON.parse(decodeURIComponent(link.split('?')[1] ?? ''))).toEqual({
      name: 'obsidian',
      type: 'http',
      url: server.url,
      headers: { Authorization: 'Bearer ${input:cli-bridge-key}' },
      inputs: [expect.objectContaining({ id: 'cli-bridge-key', type: 'promptString', password: true })],
    });
  });

  it('Goose can be read back', () => {
    const link = linkOf('goose');
    expect(link).not.toContain('+');
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      url: server.url,
      type: 'streamable_http',
      id: 'obsidian',
      header: 'Authorization=Bearer f00d',
    });
  });
});

describe('docs/mcp-clients.md says the same as the settings tab for', () => {
  const blocks = codeBlocks('docs/mcp-clients.md', 'json', 'sh', 'toml');
  const jsonBlocks = blocks
    .filter((block) => block.startsWith('{'))
    .map((block) => JSON.parse(block) as unknown);
  it.each(['claude-code', 'antigravity-cli'])('%s: the line to run', (id) => {
    const lines = blocks.flatMap((block) => block.split('\n'));
    expect(lines).toContain(configurationOf(id, 'YOUR_KEY'));
  });

  it('Claude Code: the line in the README', () => {
    const lines = codeBlocks('README.md', 'sh').flatMap((block) => block.split('\n'));
    expect(lines).toContain(configurationOf('claude-code', 'YOUR_KEY'));
  });

  it.each([
    ['antigravity', 'YOUR_KEY'],
    ['zed', 'YOUR_KEY'],
    ['cursor', '${env:CLI_BRIDGE_API_KEY}'],
    ['other', '${CLI_BRIDGE_API_KEY}'],
  ])('%s: the JSON, wherever it takes the key from', (id, key) => {
    expect(jsonBlocks).toContainEqual(JSON.parse(configurationOf(id, key)));
  });

  it('VS Code: the JSON, which asks for the key', () => {
    expect(jsonBlocks).toContainEqual(JSON.parse(configurationOf('vscode', '')));
  });

  it('Codex: the section, in which the docs take the key from the environment', () => {
    const [section, url] = configurationOf('codex', '').split('\n');
    expect(blocks.some((block) => block.startsWith(`${section}\n${url}\n`))).toBe(true);
  });

  it('the relay: the JSON, the line and the section', () => {
    expect(jsonBlocks).toContainEqual(JSON.parse(relayTextOf('other', 'YOUR_KEY')));
    expect(blocks.flatMap((block) => block.split('\n'))).toContain(relayTextOf('claude-code', 'YOUR_KEY'));
    expect(blocks.map((block) => block.trim())).toContain(relayTextOf('codex', 'YOUR_KEY'));
  });
});
