import { decodePercent } from './target';

/** What a path leads to. */
export type Route =
  | { readonly kind: 'health' }
  | { readonly kind: 'commands' }
  /** `name` is in colon form (§4.3) and not yet known to exist. */
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'mcp' };

const COMMAND_PREFIX = '/api/v1/cli/';

/** The public endpoints, the command endpoint and MCP (§4.1): the only list of paths. */
const FIXED: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/api/v1/health', { kind: 'health' }],
  ['/api/v1/commands', { kind: 'commands' }],
  ['/mcp', { kind: 'mcp' }],
]);

/** Finds what the path leads to; undefined when there is nothing. @throws BridgeError `bad_request` */
export function route(path: string): Route | undefined {
  const fixed = FIXED.get(path);
  if (fixed) return fixed;
  if (!path.startsWith(COMMAND_PREFIX) || path.length === COMMAND_PREFIX.length) return undefined;
  const segments = path.slice(COMMAND_PREFIX.length).split('/');
  return { kind: 'command', name: segments.map(decodePercent).join(':') };
}
