/** Where a client finds the bridge, and what it shows there. */
export interface Access {
  /** Of the server, without a path. */
  readonly url: string;
  readonly key: string;
}

/** A client and how it is connected: the one place that says so. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** What to do with the snippet. */
  readonly advice: string;
  readonly snippet: (access: Access) => string;
  /** A link that makes the client add the bridge by itself. */
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

/** All clients there are instructions for, in the order in which they are shown. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'curl',
    name: 'Scripts with curl',
    advice: 'Paste this into a terminal: it lists the files of the vault.',
    snippet: (access) => `curl -H "Authorization: ${bearer(access)}" ${access.url}/api/v1/cli/files`,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    advice: 'Run this once in a terminal.',
    snippet: (access) =>
      `claude mcp add --scope user --transport http ${NAME} ${mcpUrl(access)} --header "Authorization: ${bearer(access)}"`,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    advice:
      'Add this to claude_desktop_config.json (in its developer settings) and restart it. It needs Node.js.',
    // The header goes through the environment: on some systems a blank in an argument is lost on the way.
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
    advice: 'Let Cursor add it, or put this into ~/.cursor/mcp.json.',
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
    advice: 'Let VS Code add it, or put this into .vscode/mcp.json.',
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
    advice: 'Add this to ~/.codex/config.toml.',
    snippet: (access) =>
      `[mcp_servers.${NAME}]\nurl = "${mcpUrl(access)}"\nhttp_headers = { Authorization = "${bearer(access)}" }`,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    advice: 'Run this once in a terminal.',
    snippet: (access) =>
      `gemini mcp add --scope user --transport http --header "Authorization: ${bearer(access)}" ${NAME} ${mcpUrl(access)}`,
  },
  {
    id: 'other',
    name: 'Any other MCP client',
    advice: 'The usual form of the configuration for a server over streamable HTTP.',
    snippet: (access) => pretty({ mcpServers: { [NAME]: { type: 'http', ...httpServer(access) } } }),
  },
];
