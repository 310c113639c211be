import type { Access, ClientKind, PastedValue, SetupStep } from './client-kind';
import { SCRIPT } from './script';
import { bearer, paste, pretty } from './setup-text';

/** The name under which clients list the bridge. */
const NAME = 'obsidian';
const GOOSE_TIMEOUT_SECONDS = '300';

const mcpUrl = ({ url }: Access): string => `${url}/mcp`;
const headers = (access: Access): { Authorization: string } => ({ Authorization: bearer(access) });
const base64 = (value: unknown): string => encodeURIComponent(btoa(JSON.stringify(value)));

const run = (command: PastedValue['text']): SetupStep => paste('Run this in a terminal.', 'command', command);
const merge = (file: string, configuration: PastedValue['text']): SetupStep =>
  paste(`Merge this into ${file}.`, 'configuration', configuration);
/** A step in which a link opens the client. */
const open = (client: string, url: (access: Access) => string): SetupStep => ({
  text: `Add CLI Bridge to ${client}.`,
  action: { kind: 'link', label: `Open ${client}`, url },
});

const urlServer = (access: Access) => ({ url: mcpUrl(access), headers: headers(access) });
const serverUrlServer = (access: Access) => ({ serverUrl: mcpUrl(access), headers: headers(access) });
const mcpServers = (server: object): string => pretty({ mcpServers: { [NAME]: server } });

const relayEnvironment = (access: Access) => ({
  CLI_BRIDGE_URL: mcpUrl(access),
  CLI_BRIDGE_API_KEY: access.key,
});
const relayServer = (access: Access) => ({
  command: 'node',
  args: [access.relayFile],
  env: relayEnvironment(access),
});
/** The steps that connect a client through the relay. @param add the step that adds it to the client */
const throughRelay = (add: SetupStep): readonly SetupStep[] => [
  {
    text: 'Save the relay in your home folder. It needs Node.js 18 or newer.',
    action: { kind: 'file', label: 'Save', file: 'cli-bridge-relay.mjs' },
  },
  add,
];

const VS_CODE_INPUT = {
  type: 'promptString',
  id: 'cli-bridge-key',
  description: 'API key of CLI Bridge',
  password: true,
};
const vsCodeServer = (access: Access) => ({
  type: 'http',
  ...urlServer({ ...access, key: `\${input:${VS_CODE_INPUT.id}}` }),
});

function gooseLink(access: Access): string {
  const parameters = new URLSearchParams({
    url: mcpUrl(access),
    type: 'streamable_http',
    id: NAME,
    name: NAME,
    description: 'The notes in Obsidian',
    timeout: GOOSE_TIMEOUT_SECONDS,
    header: `Authorization=${bearer(access)}`,
  });
  // Not every program reads a plus sign as a space.
  return `goose://extension?${parameters.toString().replaceAll('+', '%20')}`;
}

/** All clients with instructions, in display order. */
export const CLIENT_KINDS: readonly ClientKind[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    group: 'coding',
    interface: 'mcp',
    summary: 'Run one command in a terminal.',
    removal: `claude mcp remove ${NAME}`,
    hasSlashCommands: true,
    steps: [
      run(
        (access) =>
          `claude mcp add --scope user --transport http ${NAME} ${mcpUrl(access)} --header "Authorization: ${bearer(access)}"`,
      ),
      { text: 'Start Claude Code.' },
    ],
    throughRelay: throughRelay(
      run((access) => {
        const variables = Object.entries(relayEnvironment(access)).map(
          ([name, value]) => `--env ${name}=${value}`,
        );
        return `claude mcp add --scope user ${variables.join(' ')} --transport stdio ${NAME} -- node "${access.relayFile}"`;
      }),
    ),
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    group: 'assistant',
    interface: 'mcp',
    summary: 'Install an extension.',
    hasSlashCommands: true,
    steps: [
      { text: 'Save the extension.', action: { kind: 'file', label: 'Save', file: 'cli-bridge.mcpb' } },
      { text: 'Open the saved file with Claude Desktop, and choose Install.' },
      {
        text: 'Enter these when it asks for them.',
        values: [
          { name: 'address', text: mcpUrl },
          { name: 'key', text: ({ key }) => key },
        ],
      },
    ],
  },
  {
    id: 'cursor',
    name: 'Cursor',
    group: 'coding',
    interface: 'mcp',
    summary: 'Open a link and confirm.',
    hasSlashCommands: true,
    steps: [
      open(
        'Cursor',
        (access) =>
          `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${base64(urlServer(access))}`,
      ),
      { text: 'Choose Install.' },
    ],
    byHand: merge('~/.cursor/mcp.json', (access) => mcpServers(urlServer(access))),
    throughRelay: throughRelay(merge('~/.cursor/mcp.json', (access) => mcpServers(relayServer(access)))),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    group: 'coding',
    interface: 'mcp',
    summary: 'Open a link and confirm.',
    hasSlashCommands: true,
    steps: [
      open(
        'VS Code',
        (access) =>
          `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...vsCodeServer(access), inputs: [VS_CODE_INPUT] }))}`,
      ),
      { text: 'Choose Install.' },
      paste('Paste this when it asks for the key.', 'key', ({ key }) => key),
    ],
    byHand: paste(
      'Run "MCP: Open User Configuration" in VS Code, and merge this into the file.',
      'configuration',
      (access) => pretty({ inputs: [VS_CODE_INPUT], servers: { [NAME]: vsCodeServer(access) } }),
    ),
  },
  {
    id: 'codex',
    name: 'Codex',
    group: 'coding',
    interface: 'mcp',
    summary: 'Add a few lines to the configuration file of its app, CLI, and editor extension.',
    steps: [
      paste(
        'Add this to the end of ~/.codex/config.toml.',
        'configuration',
        (access) =>
          `[mcp_servers.${NAME}]\nurl = "${mcpUrl(access)}"\nhttp_headers = { Authorization = "${bearer(access)}" }`,
      ),
      { text: 'Restart Codex.' },
    ],
    throughRelay: throughRelay(
      paste('Add this to the end of ~/.codex/config.toml.', 'configuration', (access) => {
        const variables = Object.entries(relayEnvironment(access)).map(
          ([name, value]) => `${name} = "${value}"`,
        );
        return `[mcp_servers.${NAME}]\ncommand = "node"\nargs = ["${access.relayFile}"]\nenv = { ${variables.join(', ')} }`;
      }),
    ),
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    group: 'coding',
    interface: 'mcp',
    summary: 'Add a few lines to its configuration file.',
    steps: [
      { text: 'In the agent panel, choose MCP Servers → Manage MCP Servers → View raw config.' },
      merge('the file', (access) => mcpServers(serverUrlServer(access))),
      { text: 'Refresh the MCP servers.' },
    ],
  },
  {
    id: 'antigravity-cli',
    name: 'Antigravity CLI',
    group: 'coding',
    interface: 'mcp',
    summary: 'Run one command in a terminal. This is the successor to Gemini CLI.',
    removal: `agy mcp remove ${NAME}`,
    steps: [
      run((access) => `agy mcp add --header "Authorization: ${bearer(access)}" ${NAME} ${mcpUrl(access)}`),
      { text: 'Start agy.' },
    ],
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    group: 'assistant',
    interface: 'mcp',
    summary: 'Open a link and confirm.',
    steps: [
      open('LM Studio', (access) => `lmstudio://add_mcp?name=${NAME}&config=${base64(urlServer(access))}`),
      { text: 'Confirm it.' },
    ],
    byHand: paste(
      'In LM Studio, choose Program → Install → Edit mcp.json, and merge this into the file.',
      'configuration',
      (access) => mcpServers(urlServer(access)),
    ),
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    group: 'coding',
    interface: 'mcp',
    summary: 'Add a few lines to its configuration file.',
    steps: [
      merge('~/.codeium/windsurf/mcp_config.json', (access) => mcpServers(serverUrlServer(access))),
      { text: 'Refresh the MCP servers in Windsurf.' },
    ],
  },
  {
    id: 'zed',
    name: 'Zed',
    group: 'coding',
    interface: 'mcp',
    summary: 'Add a few lines to its settings file.',
    steps: [
      { text: 'Run "zed: open settings file" in Zed.' },
      merge('the file', (access) => pretty({ context_servers: { [NAME]: urlServer(access) } })),
    ],
  },
  {
    id: 'goose',
    name: 'Goose',
    group: 'assistant',
    interface: 'mcp',
    summary: 'Open a link and confirm.',
    steps: [open('Goose', gooseLink), { text: 'Confirm it.' }],
    byHand: merge('~/.config/goose/config.yaml', (access) =>
      [
        'extensions:',
        `  ${NAME}:`,
        `    name: ${NAME}`,
        '    type: streamable_http',
        `    uri: ${mcpUrl(access)}`,
        '    headers:',
        `      Authorization: ${bearer(access)}`,
        '    enabled: true',
        `    timeout: ${GOOSE_TIMEOUT_SECONDS}`,
      ].join('\n'),
    ),
  },
  {
    id: 'raycast',
    name: 'Raycast',
    group: 'assistant',
    interface: 'mcp',
    summary: 'Fill in a form.',
    steps: [
      { text: 'Run "Install MCP Server" in Raycast.' },
      {
        text: 'Fill in the form.',
        values: [
          { name: 'name', text: () => NAME },
          { name: 'transport', text: () => 'HTTP' },
          { name: 'URL', text: mcpUrl },
          { name: 'HTTP header', text: () => 'Authorization' },
          { name: 'value', text: bearer },
        ],
      },
    ],
  },
  {
    id: 'other',
    name: 'Other MCP client',
    group: 'other',
    interface: 'mcp',
    summary: 'Any client that uses streamable HTTP.',
    steps: [
      merge("the client's configuration", (access) => mcpServers({ type: 'http', ...urlServer(access) })),
      { text: 'Restart the client.' },
    ],
    throughRelay: throughRelay(
      merge("the client's configuration", (access) => mcpServers(relayServer(access))),
    ),
    isGeneric: true,
  },
  SCRIPT,
];
