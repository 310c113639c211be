import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { KEY } from '../bridge/mcp/running-bridge';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

/** Sends raw text to an address. Headers given as undefined are left out. */
export function send(
  url: URL,
  body: string | Buffer | undefined,
  options: { method?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const headers: OutgoingHttpHeaders = {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return new Promise((resolve, reject) => {
    const { method = 'POST', signal } = options;
    const call = { method, headers, agent: false, ...(signal && { signal }) };
    const outgoing = request(url, call, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'],
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
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

/**
 * Calls a tool in the 2025 era, and checks what holds for every answer: the text is exactly the serialised structured
 * content, and that honours the advertised output schema, errors included (tool contract, §5.2).
 */
export async function callTool(url: URL, name: string, given: Params): Promise<ToolAnswer> {
  const { body, text: raw } = await send(url, legacyMessage('tools/call', { name, arguments: given }));
  const { result } = body;
  if (!result) throw new Error(raw);
  const [block, ...others] = result['content'] as { text: string }[];
  const text = block?.text ?? '';
  const structured = result['structuredContent'] as Record<string, unknown>;
  if (others.length > 0 || text !== JSON.stringify(structured)) throw new Error(`Not the same: ${raw}`);
  const honoured = await outputCheck(url, name);
  if (!honoured(structured)) throw new Error(`Not as advertised: ${JSON.stringify(honoured.errors)} ${raw}`);
  return { isError: result['isError'] === true, text, structured };
}

const checks = new Map<string, ValidateFunction>();

async function outputCheck(url: URL, tool: string): Promise<ValidateFunction> {
  if (checks.size === 0) {
    const { body } = await send(url, legacyMessage('tools/list'));
    for (const { name, outputSchema } of body.result?.['tools'] as { name: string; outputSchema: object }[]) {
      checks.set(name, new Ajv2020({ allErrors: true }).compile(outputSchema));
    }
  }
  const check = checks.get(tool);
  if (!check) throw new Error(`No such tool: ${tool}`);
  return check;
}
