import { McpServer } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { CACHE_HINTS, toolList } from './tool-definitions';

type Arguments = Record<string, unknown>;

/** What one exchange with a client is served with. */
export interface ServerParts {
  readonly version: string;
  readonly instructions: string;
  /** Whether the settings leave only commands that read. */
  readonly isReadOnly: boolean;
  readonly search: (given: Arguments) => CallToolResult;
  readonly execute: (given: Arguments) => Promise<CallToolResult>;
}

/**
 * A server for one request. The tools are handled here rather than registered, so that schemas are turned into JSON once,
 * and bad arguments get an answer in the shape of the output schema.
 */
export function serverFor(parts: ServerParts): McpServer {
  const server = new McpServer(
    { name: 'cli-bridge', title: 'CLI Bridge', version: parts.version },
    { instructions: parts.instructions, cacheHints: CACHE_HINTS },
  );
  server.server.registerCapabilities({ tools: {} });
  server.server.setRequestHandler('tools/list', () => toolList(parts.isReadOnly));
  server.server.setRequestHandler('tools/call', ({ params }) => {
    const given = params.arguments ?? {};
    if (params.name === 'search') return parts.search({ ...given });
    if (params.name === 'execute') return parts.execute({ ...given });
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool "${params.name}": this server has search and execute.`,
    );
  });
  return server;
}
