import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller, ClientKey } from '../caller';
import type { CallRunner } from '../call/runner';
import type { Catalogue } from '../commands/catalogue/catalogue';
import { isReadOnly } from '../commands/policy/policy';
import { BridgeError } from '../errors';
import { BATCH_LIMITS, isJson, parseJsonBody, readBody, requireUtf8 } from '../http/body';
import type { McpHandler } from '../http/pipeline';
import { empty, json } from '../http/reply';
import type { Reply } from '../http/reply';
import { isObject } from '../text/json';
import { isJsonInText } from '../text/json-mistake';
import type { LiveSettings } from '../settings';
import type { Prompts } from '../call/carriers/prompts';
import { Cancellations } from './cancellations';
import { commandIndexOf } from './command-index';
import { executeTool } from './execute-tool';
import { fileBlock } from './file-block';
import { promptsFor } from './prompts';
import type { ClientPrompts } from './prompts';
import { runWith } from './run-tool';
import { searchTool } from './search-tool';
import { CACHE_HINTS, toolList } from './tool-definitions';
import type { ToolAnswer } from './tool-definitions';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** Characters of each value that comes back in an answer. */
const LONGEST_ECHO = 200;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The headers of the protocol. No other may make a difference, `Accept` least of all. */
const PROTOCOL_HEADERS: readonly string[] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The parts of the bridge that MCP needs. */
export interface McpEndpointOptions {
  readonly calls: CallRunner;
  readonly catalogue: Catalogue;
  readonly prompts: Prompts;
  readonly version: string;
  readonly settings: LiveSettings;
  /** Whether the bridge can ask the user for approval. */
  readonly canAsk: boolean;
}

/**
 * Creates the handler of `POST /mcp`: both protocol eras, no sessions, and a separate server for each request.
 * Host, Origin, the key and whether MCP is enabled have been checked by then.
 */
export function createMcpEndpoint({
  calls,
  catalogue,
  prompts,
  version,
  settings,
  canAsk,
}: McpEndpointOptions): McpHandler {
  const mayReadDefault = (key: ClientKey): boolean => prompts.mayRead(key);
  const commandIndex = commandIndexOf(catalogue, settings, { canAsk, mayReadDefault });
  const run = runWith({ calls, commandIndex });
  const search = searchTool({ catalogue, commandIndex, run });
  const execute = executeTool(run);
  const cancellations = new Cancellations();

  return async (request, caller) => {
    const read = await readMessage(request);
    caller.requireAccess();
    if ('reply' in read) return read.reply;
    cancellations.take(read.message, caller);
    let failure: { readonly error: unknown } | undefined;
    const noting = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
      answer.catch((error: unknown) => {
        if (!(error instanceof ProtocolError)) failure = { error };
        throw error;
      });
    const own = promptsFor({ calls, prompts }, caller);
    const createServer = () =>
      serverFor({
        version,
        instructions: wantsInstructions(read.message) ? commandIndex(caller.key).instructions : undefined,
        isReadOnly: () => isReadOnly(settings.current, catalogue, caller.key),
        search: (given) => noting(search(given, caller)),
        execute: (given) => noting(execute(given, caller)),
        prompts: own && { list: () => noting(own.list()), get: (...asked) => noting(own.get(...asked)) },
      });
    const reply = await untilGone(serveMessage(request, read.message, createServer), caller);
    // An error in the bridge itself is a 500, not a tool result.
    if (failure) throw failure.error;
    return reply;
  };
}

/** The JSON-RPC message of a request, or the response when there is none. @throws BridgeError for failures at the HTTP level */
async function readMessage(request: IncomingMessage): Promise<{ message: object } | { reply: Reply }> {
  if (request.method !== 'POST') throw BridgeError.of('method_not_allowed', { allow: ['POST'] });
  if (!isJson(request.headers['content-type'])) throw BridgeError.of('unsupported_media_type', {});
  requireUtf8(request.headers['content-type']);
  const body = await readBody(request);
  let message: unknown;
  try {
    message = parseJsonBody(body, BATCH_LIMITS);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    const { message: sentence, context } = error;
    return {
      reply: rpcError(400, PARSE_ERROR, ['Parse error:', sentence, context.hint].filter(Boolean).join(' ')),
    };
  }
  if (Array.isArray(message)) {
    return {
      reply: rpcError(400, INVALID_REQUEST, 'Invalid request: batches are not served, send one message.'),
    };
  }
  if (typeof message !== 'object' || message === null) {
    const found = isJsonInText(message) ? ', and this is a text with JSON in it' : '';
    return { reply: rpcError(400, INVALID_REQUEST, `Invalid request: a message is a JSON object${found}.`) };
  }
  if (echoedBy(message, request).some((value) => typeof value === 'string' && value.length > LONGEST_ECHO)) {
    return {
      reply: rpcError(
        400,
        INVALID_REQUEST,
        `Invalid request: id, method, name and protocol version take ${LONGEST_ECHO} characters at most.`,
      ),
    };
  }
  // The SDK would silently drop this name, and the command would run without it.
  if (hasOwn(part(part(message, 'params'), 'arguments'), '__proto__')) {
    return { reply: rpcError(400, INVALID_REQUEST, 'Invalid request: "__proto__" is not an argument.') };
  }
  // The SDK would call this an error of the server.
  if (part(message, 'method') === 'prompts/get' && !isPromptWanted(part(message, 'params'))) {
    return {
      reply: rpcError(200, INVALID_PARAMS, 'Name a prompt, and give its arguments as texts.', idOf(message)),
    };
  }
  return { message };
}

function isPromptWanted(params: unknown): boolean {
  if (!isObject(params) || typeof params['name'] !== 'string') return false;
  const { arguments: given = {} } = params;
  return isObject(given) && Object.values(given).every((value) => typeof value === 'string');
}

/** What the SDK repeats in its errors. */
function echoedBy(message: object, { headers }: IncomingMessage): unknown[] {
  const params = part(message, 'params');
  return [
    part(message, 'id'),
    part(message, 'method'),
    part(params, 'name'),
    part(part(params, '_meta'), VERSION_KEY),
    ...PROTOCOL_HEADERS.map((name) => decoded(headers[name])),
  ];
}

/** The value of a header, which the protocol encodes if it is not plain ASCII. */
function decoded(header: IncomingMessage['headers'][string]): unknown {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(String(header)) ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

function hasOwn(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function part(value: unknown, name: string): unknown {
  return hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Whether the answer carries the instructions, which take the index of all commands to build. */
function wantsInstructions(message: object): boolean {
  return 'method' in message && (message.method === 'initialize' || message.method === 'server/discover');
}

/** The parts of the server for one request. */
interface ServerParts {
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
function serverFor(parts: ServerParts): McpServer {
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

/** Lets the SDK serve the message, in the protocol era it belongs to. */
async function serveMessage(
  request: IncomingMessage,
  message: object,
  createServer: () => McpServer,
): Promise<Reply> {
  const web = webRequest(request);
  if (await isLegacyRequest(web, message)) return toReply(await serveLegacy(web, message, createServer()));
  // The SDK would open an endless stream, although nothing here ever announces a change.
  if ('method' in message && message.method === 'subscriptions/listen') return methodNotFound(message);
  const handler = createMcpHandler(createServer, { legacy: 'reject' });
  return toReply(await handler.fetch(web, { parsedBody: message }));
}

/** The response to a method that this server does not have. */
function methodNotFound(message: object): Reply {
  return rpcError(404, METHOD_NOT_FOUND, 'Method not found', idOf(message));
}

function idOf(message: object): unknown {
  return 'id' in message && ['string', 'number'].includes(typeof message.id) ? message.id : null;
}

function rpcError(status: number, code: number, message: string, id: unknown = null): Reply {
  return json(status, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }));
}

/**
 * Lets the SDK make the schemas of its messages, which it otherwise does during the first request, in the same turn of the
 * event loop as all the rest.
 */
export async function prepareSchemas(): Promise<void> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const _meta = {
    [VERSION_KEY]: '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
  await isLegacyRequest(webRequest({ headers }), message);
}

/** By itself the SDK answers the 2025 era with event streams; JSON is simpler for clients and needs no timer. */
async function serveLegacy(web: Request, message: object, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(web, { parsedBody: message });
  await server.close();
  return response;
}

/** The request as the SDK takes it, without its body: in the app, the web classes cannot read Node's streams. */
function webRequest({ headers }: Pick<IncomingMessage, 'headers'>): Request {
  const known = PROTOCOL_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: [
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
      ...known,
    ],
  });
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  return text === '' ? empty(response.status) : json(response.status, text);
}

/** Stops waiting when the client disconnects. Whether its command keeps running is decided where it runs. */
function untilGone(reply: Promise<Reply>, { gone }: Caller): Promise<Reply> {
  return Promise.race([
    reply,
    new Promise<Reply>((resolve) => {
      gone.addEventListener('abort', () => resolve(empty(499)), { once: true });
    }),
  ]);
}
