import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Caller, ClientKey } from '../caller';
import type { CallRunner } from '../call/runner';
import type { Catalogue } from '../commands/catalogue/catalogue';
import { isReadOnly } from '../commands/policy/policy';
import type { McpHandler } from '../http/pipeline';
import { empty, json } from '../http/reply';
import type { Reply } from '../http/reply';
import type { LiveSettings } from '../settings';
import type { Prompts } from '../call/carriers/prompts';
import { Cancellations } from './cancellations';
import { commandIndexOf } from './command-index';
import { executeTool } from './execute-tool';
import { methodNotFound, PROTOCOL_HEADERS, readMessage, VERSION_KEY, wantsInstructions } from './message';
import { promptsFor } from './prompts';
import { runWith } from './run-tool';
import { searchTool } from './search-tool';
import { serverFor } from './server';

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
  const mayReadDefault = (key: ClientKey, path: string): boolean =>
    prompts.mayRead(key) && !prompts.hides(path, key);
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
