import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { fileBlock } from './file-block';
import type { ClientPrompts } from './prompts';
import { CACHE_HINTS, toolList } from './tool-definitions';
import type { ToolAnswer } from './tool-definitions';

export interface ServerParts {
  readonly version: string;
  readonly instructions: string | undefined;
  /** Whether the client can only read. */
  readonly isReadOnly: () => boolean;
  readonly search: (given: Record<string, unknown>) => Promise<ToolAnswer>;
  readonly execute: (given: Record<string, unknown>) => Promise<ToolAnswer>;
  /** Absent if the client gets no prompts. */
  readonly prompts: ClientPrompts | undefined;
}

/**
 * A server for one request. The tools are handled here rather than registered with the SDK: schemas are converted to JSON
 * only once, and bad arguments get an answer that says what to change.
 */
export function serverFor(parts: ServerParts): McpServer {
  const server = new McpServer(
    { name: 'cli-bridge', title: 'CLI Bridge', version: parts.version },
    {
      ...(parts.instructions !== undefined && { instructions: parts.instructions }),
      cacheHints: CACHE_HINTS,
    },
  );
  server.server.registerCapabilities({ tools: {} });
  server.server.setRequestHandler('tools/list', () => toolList(parts.isReadOnly()));
  server.server.setRequestHandler('tools/call', async ({ params }) => {
    const given = { ...params.arguments };
    if (params.name === 'search') return toolResult(await parts.search(given));
    if (params.name === 'execute') return toolResult(await parts.execute(given));
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool "${params.name}": this server has search and execute.`,
    );
  });
  if (parts.prompts) addPrompts(server, parts.prompts);
  return server;
}

function addPrompts({ server }: McpServer, prompts: ClientPrompts): void {
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler('prompts/list', () => prompts.list());
  server.setRequestHandler('prompts/get', ({ params }) => prompts.get(params.name, { ...params.arguments }));
}

/**
 * The result of a tool: the text is exactly the serialized structured content, because some clients show the model only one
 * of the two. A file comes after the text, and without structured content, beside which those clients would drop it.
 */
function toolResult({ content, isError, file }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }, ...(file ? [fileBlock(file)] : [])],
    ...(!file && { structuredContent: { ...content } }),
    ...(isError && { isError }),
  };
}
