import { TEST_KEY } from './bridge';
import { send } from './http-client';
import type { HttpAnswer } from './http-client';

export interface McpAnswer extends HttpAnswer {
  readonly body: {
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

/** Sends a message as text, by POST and with the key unless said otherwise; headers given as undefined are left out. */
export async function sendMessage(
  url: URL,
  body: string | Buffer | undefined,
  options: { method?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal } = {},
): Promise<McpAnswer> {
  const all = {
    authorization: `Bearer ${TEST_KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...options.headers,
  };
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const { method = 'POST', signal } = options;
  const answer = await send(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return {
    ...answer,
    body: (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as McpAnswer['body'],
  };
}

type Params = Record<string, unknown>;

/** A message of the 2025 era. */
export function legacyMessage(method: string, params: Params = {}, id: number | string = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A message of the 2026 era with the headers that belong to it; `headers` and `meta` replace some of them. */
export function modernRequest(
  method: string,
  params: Params = {},
  replaced: { headers?: Record<string, string | undefined>; meta?: Params } = {},
): [body: string, options: { headers: Record<string, string | undefined> }] {
  const name = typeof params['name'] === 'string' ? params['name'] : undefined;
  return [
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...META, ...replaced.meta } },
    }),
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': name,
        ...replaced.headers,
      },
    },
  ];
}

/** Content of a tool's result, as a client gets it. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** Words of REST, which mean nothing to a client that has tools and parameters. */
export const REST_WORDS =
  /\/api\/|\/mcp\b|\b(?:GET|POST|PUT|PATCH|DELETE|HTTP|URL)\b|\b(?:header|query string|status code|request body)|Content-Type|Bearer/;

/**
 * Calls a tool in the 2025 era, and checks what holds for every answer without a file: the text is exactly the serialized
 * structured content, and no failure speaks of REST.
 */
export async function callTool(url: URL, name: string, given: Params, key = TEST_KEY): Promise<ToolAnswer> {
  const message = legacyMessage('tools/call', { name, arguments: given });
  const headers = { authorization: `Bearer ${key}` };
  const { body, text: raw } = await sendMessage(url, message, { headers });
  const { result } = body;
  if (!result) throw new Error(raw);
  const [block, ...others] = result['content'] as { text: string }[];
  const text = block?.text ?? '';
  const structured = result['structuredContent'] as Record<string, unknown>;
  if (others.length > 0 || text !== JSON.stringify(structured))
    throw new Error(`The text differs from the structured content: ${raw}`);
  const { error = '', hint = '' } = structured;
  const said = `${String(error)} ${String(hint)}`;
  if (REST_WORDS.test(said)) throw new Error(`In words of REST: ${said}`);
  return { isError: result['isError'] === true, text, structured };
}
