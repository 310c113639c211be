import type { Catalogue } from '../commands/catalogue';
import type { Runner } from '../commands/runner';
import { BridgeError } from '../errors';
import type { McpHandler } from '../http/pipeline';
import type { Settings } from '../settings';

/** What MCP needs of the bridge. */
export interface McpEndpointOptions {
  readonly runner: Runner;
  readonly catalogue: Catalogue;
  readonly version: string;
  readonly settings: () => Settings;
}

/** Makes what answers `POST /mcp` (§4.4). */
export function createMcpEndpoint(_options: McpEndpointOptions): McpHandler {
  return () => Promise.reject(BridgeError.of('not_found', {}));
}
