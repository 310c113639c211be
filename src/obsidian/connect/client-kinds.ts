import type { Access, ClientKind } from './handover';

/** The name under which clients list the bridge. */
const NAME = 'obsidian';
const GOOSE_TIMEOUT_SECONDS = '300';

const mcpUrl = ({ url }: Access): string => `${url}/mcp`;
const filesUrl = ({ url }: Access): string => `${url}/api/v1/cli/files`;
const bearer = ({ key }: Access): string => `Bearer ${key}`;
const headers = (access: Access): { Authorization: string } => ({ Authorization: bearer(access) });
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const base64 = (value: unknown): string => encodeURIComponent(btoa(JSON.stringify(value)));
const merge = (file: string): string => `Merge this into ${file}.`;

const urlServer = (access: Access) => ({ url: mcpUrl(access), headers: headers(access) });
const serverUrlServer = (access: Access) => ({ serverUrl: mcpUrl(access), headers: headers(access) });
const mcpServers = (server: object): string => pretty({ mcpServers: { [NAME]: server } });

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
    interface: 'mcp',
    summary: 'Run one command in a terminal.',
    handover: { kind: 'copy', label: 'Copy command' },
    next: 'Run the command in a terminal, then start Claude Code.',
    place: 'Run this in a terminal.',
    configuration: (access) =>
      `claude mcp add --scope user --transport http ${NAME} ${mcpUrl(access)} --header "Authorization: ${bearer(access)}"`,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    interface: 'mcp',
    summary: 'Install an extension, then enter an address and a key.',
    handover: { kind: 'file', label: 'Save extension' },
    next: 'Open the saved file with Claude Desktop, choose Install, and enter the address and the key.',
    place: "Enter these in the extension's settings.",
    configuration: (access) => `Address: ${mcpUrl(access)}\nKey: ${access.key}`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    interface: 'mcp',
    summary: 'Opens Cursor, which asks you to confirm.',
    handover: {
      kind: 'link',
      label: 'Open Cursor',
      url: (access) =>
        `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${base64(urlServer(access))}`,
    },
    next: 'Choose Install in Cursor.',
    place: merge('~/.cursor/mcp.json'),
    configuration: (access) => mcpServers(urlServer(access)),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    interface: 'mcp',
    summary: 'Opens VS Code, which asks you to confirm and to enter the key.',
    handover: {
      kind: 'link',
      label: 'Copy key and open VS Code',
      url: (access) =>
        `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...vsCodeServer(access), inputs: [VS_CODE_INPUT] }))}`,
      asksForKey: true,
    },
    next: 'Choose Install in VS Code, then paste the key when it asks for it.',
    place:
      'Merge this into your user configuration: run "MCP: Open User Configuration" in VS Code. It asks for the key.',
    configuration: (access) => pretty({ inputs: [VS_CODE_INPUT], servers: { [NAME]: vsCodeServer(access) } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    interface: 'mcp',
    summary: 'Add a few lines to its configuration file, which its app, CLI, and editor extension share.',
    handover: { kind: 'copy', label: 'Copy configuration' },
    next: 'Add the lines to the end of ~/.codex/config.toml, then restart Codex.',
    place: 'Add this to the end of ~/.codex/config.toml.',
    configuration: (access) =>
      `[mcp_servers.${NAME}]\nurl = "${mcpUrl(access)}"\nhttp_headers = { Authorization = "${bearer(access)}" }`,
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    interface: 'mcp',
    summary: 'Add a few lines to its configuration file.',
    handover: { kind: 'copy', label: 'Copy configuration' },
    next: 'In the agent panel, choose MCP Servers → Manage MCP Servers → View raw config, merge the lines into it, then refresh.',
    place: merge('~/.gemini/config/mcp_config.json'),
    configuration: (access) => mcpServers(serverUrlServer(access)),
  },
  {
    id: 'antigravity-cli',
    name: 'Antigravity CLI',
    interface: 'mcp',
    summary: 'Run one command in a terminal. This is the successor to Gemini CLI.',
    handover: { kind: 'copy', label: 'Copy command' },
    next: 'Run the command in a terminal, then start agy.',
    place: 'Run this in a terminal.',
    configuration: (access) =>
      `agy mcp add --header "Authorization: ${bearer(access)}" ${NAME} ${mcpUrl(access)}`,
    isRare: true,
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    interface: 'mcp',
    summary: 'Opens LM Studio, which asks you to confirm.',
    handover: {
      kind: 'link',
      label: 'Open LM Studio',
      url: (access) => `lmstudio://add_mcp?name=${NAME}&config=${base64(urlServer(access))}`,
    },
    next: 'Confirm it in LM Studio.',
    place: 'Merge this into mcp.json: in LM Studio, choose Program → Install → Edit mcp.json.',
    configuration: (access) => mcpServers(urlServer(access)),
    isRare: true,
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    interface: 'mcp',
    summary: 'Add a few lines to its configuration file.',
    handover: { kind: 'copy', label: 'Copy configuration' },
    next: 'Merge the lines into ~/.codeium/windsurf/mcp_config.json, then refresh the MCP servers in Windsurf.',
    place: merge('~/.codeium/windsurf/mcp_config.json'),
    configuration: (access) => mcpServers(serverUrlServer(access)),
    isRare: true,
  },
  {
    id: 'zed',
    name: 'Zed',
    interface: 'mcp',
    summary: 'Add a few lines to its settings file.',
    handover: { kind: 'copy', label: 'Copy configuration' },
    next: 'Run "zed: open settings file" in Zed and merge the lines into it.',
    place: merge("Zed's settings.json"),
    configuration: (access) => pretty({ context_servers: { [NAME]: urlServer(access) } }),
    isRare: true,
  },
  {
    id: 'goose',
    name: 'Goose',
    interface: 'mcp',
    summary: 'Opens Goose, which asks you to confirm.',
    handover: { kind: 'link', label: 'Open Goose', url: gooseLink },
    next: 'Confirm it in Goose.',
    place: merge('~/.config/goose/config.yaml'),
    configuration: (access) =>
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
    isRare: true,
  },
  {
    id: 'raycast',
    name: 'Raycast',
    interface: 'mcp',
    summary: 'Fill in a form in Raycast.',
    handover: { kind: 'copy', label: 'Copy values' },
    next: 'Run "Install MCP Server" in Raycast and enter the values in the form.',
    place: 'Enter these in the "Install MCP Server" form.',
    configuration: (access) =>
      `Name: ${NAME}\nTransport: HTTP\nURL: ${mcpUrl(access)}\nHTTP header: Authorization\nValue: ${bearer(access)}`,
    isRare: true,
  },
  {
    id: 'other',
    name: 'Any other MCP client',
    interface: 'mcp',
    summary: 'The usual configuration for a server that uses streamable HTTP.',
    handover: { kind: 'copy', label: 'Copy configuration' },
    next: "Merge the lines into your client's configuration.",
    place: "Merge this into your client's configuration.",
    configuration: (access) => mcpServers({ type: 'http', ...urlServer(access) }),
    isRare: true,
  },
  {
    id: 'curl',
    name: 'Scripts with curl',
    interface: 'rest',
    summary: 'Call the REST interface from a shell. The example lists the files in your vault.',
    handover: { kind: 'copy', label: 'Copy command' },
    next: 'Paste the command into a terminal or a script.',
    place: 'Run this in a terminal.',
    configuration: (access) => `curl -H "Authorization: ${bearer(access)}" ${filesUrl(access)}`,
    isRare: true,
  },
  {
    id: 'powershell',
    name: 'Scripts with PowerShell',
    interface: 'rest',
    summary: 'Call the REST interface from PowerShell. The example lists the files in your vault.',
    handover: { kind: 'copy', label: 'Copy command' },
    next: 'Paste the command into a terminal or a script.',
    place: 'Run this in PowerShell.',
    configuration: (access) =>
      `Invoke-RestMethod -Uri ${filesUrl(access)} -Headers @{ Authorization = "${bearer(access)}" }`,
    isRare: true,
  },
];
