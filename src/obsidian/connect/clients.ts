/** What a client needs in order to connect. */
export interface Access {
  /** The server's URL without a path. */
  readonly url: string;
  readonly key: string;
}

/** A client, and how to connect it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** What to do with the snippet. */
  readonly instructions: string;
  readonly snippet: (access: Access) => string;
  /** A link that makes the client add the bridge itself. */
  readonly link?: { readonly label: string; readonly url: (access: Access) => string };
}

/** The name under which clients list the bridge. */
const NAME = 'obsidian';

const mcpUrl = ({ url }: Access): string => `${url}/mcp`;
const bearer = ({ key }: Access): string => `Bearer ${key}`;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function httpServer(access: Access): { url: string; headers: Record<string, string> } {
  return { url: mcpUrl(access), headers: { Authorization: bearer(access) } };
}

/** All clients with instructions, in display order. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'curl',
    name: 'Scripts with curl',
    instructions: 'Paste this into a terminal to list the files of the vault.',
    snippet: (access) => `curl -H "Authorization: ${bearer(access)}" ${access.url}/api/v1/cli/files`,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    instructions: 'Run this once in a terminal.',
    snippet: (access) =>
      `claude mcp add --scope user --transport http ${NAME} ${mcpUrl(access)} --header "Authorization: ${bearer(access)}"`,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    instructions:
      'Add this to claude_desktop_config.json (see its developer settings), then restart it. Requires Node.js.',
    // The header goes through the environment because a space in an argument gets lost on some systems.
    snippet: (access) =>
      pretty({
        mcpServers: {
          [NAME]: {
            command: 'npx',
            args: [
              '-y',
              'mcp-remote',
              mcpUrl(access),
              '--transport',
              'http-only',
              '--header',
              'Authorization:${AUTH_HEADER}',
            ],
            env: { AUTH_HEADER: bearer(access) },
          },
        },
      }),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    instructions: 'Let Cursor add it, or put this in ~/.cursor/mcp.json.',
    snippet: (access) => pretty({ mcpServers: { [NAME]: httpServer(access) } }),
    link: {
      label: 'Add to Cursor',
      url: (access) =>
        `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(btoa(JSON.stringify(httpServer(access))))}`,
    },
  },
  {
    id: 'vscode',
    name: 'VS Code',
    instructions: 'Let VS Code add it, or put this in .vscode/mcp.json.',
    snippet: (access) => pretty({ servers: { [NAME]: { type: 'http', ...httpServer(access) } } }),
    link: {
      label: 'Add to VS Code',
      url: (access) =>
        `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', ...httpServer(access) }))}`,
    },
  },
  {
    id: 'codex',
    name: 'Codex',
    instructions: 'Add this to ~/.codex/config.toml.',
    snippet: (access) =>
      `[mcp_servers.${NAME}]\nurl = "${mcpUrl(access)}"\nhttp_headers = { Authorization = "${bearer(access)}" }`,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    instructions: 'Run this once in a terminal.',
    snippet: (access) =>
      `gemini mcp add --scope user --transport http --header "Authorization: ${bearer(access)}" ${NAME} ${mcpUrl(access)}`,
  },
  {
    id: 'other',
    name: 'Any other MCP client',
    instructions: 'The usual configuration for a server over streamable HTTP.',
    snippet: (access) => pretty({ mcpServers: { [NAME]: { type: 'http', ...httpServer(access) } } }),
  },
];
