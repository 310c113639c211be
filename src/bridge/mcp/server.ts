import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { CACHE_HINTS, toolList } from './tool-definitions';

type Arguments = Record<string, unknown>;

/** A tool's answer: its structured content, and whether it reports a failure. */
export interface ToolAnswer {
  readonly content: object;
  readonly isError: boolean;
}

/** What the server of one request is made of. */
export interface ServerParts {
  readonly version: string;
  readonly instructions: string | undefined;
  /** Whether the settings leave only commands that read. */
  readonly isReadOnly: () => boolean;
  readonly search: (given: Arguments) => Promise<ToolAnswer>;
  readonly execute: (given: Arguments) => Promise<ToolAnswer>;
}

/**
 * A server for one request. The tools are handled here rather than registered with the SDK: schemas are converted to JSON
 * only once, and bad arguments get an answer in the shape of the output schema.
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
  return server;
}

/**
 * The result of a tool: the text is exactly the serialized structured content, because some clients show the model only one
 * of the two.
 */
function toolResult({ content, isError }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: { ...content },
    ...(isError && { isError }),
  };
}
