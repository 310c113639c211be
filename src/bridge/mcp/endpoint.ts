import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Catalogue } from '../commands/catalogue';
import type { Runner } from '../commands/runner';
import type { McpHandler } from '../http/pipeline';
import { empty, json } from '../http/reply';
import type { Reply } from '../http/reply';
import type { Settings } from '../settings';
import { executeTool } from './execute-tool';
import { knowledgeOf } from './knowledge';
import { methodNotFound, readMessage } from './message';
import { onlyReads } from './only-reads';
import { searchTool } from './search-tool';
import { serverFor } from './server';

/** What MCP needs of the bridge. */
export interface McpEndpointOptions {
  readonly runner: Runner;
  readonly catalogue: Catalogue;
  readonly version: string;
  readonly settings: () => Settings;
}

/**
 * Makes what answers `POST /mcp` (§4.4): both protocol eras, without sessions, with a server of its own for each request.
 * Host, Origin, key and whether MCP is on have been checked before.
 */
export function createMcpEndpoint({ runner, catalogue, version, settings }: McpEndpointOptions): McpHandler {
  const knowledge = knowledgeOf(catalogue);
  const search = searchTool({ runner, catalogue, settings, knowledge });
  const execute = executeTool({ runner, settings, knowledge });

  return async (request, gone, lease) => {
    const read = await readMessage(request, lease);
    if ('reply' in read) return read.reply;
    let fault: { readonly error: unknown } | undefined;
    const serve = () =>
      serverFor({
        version,
        instructions: knowledge().instructions,
        onlyReads: onlyReads(settings(), catalogue, runner),
        search: (given) => search(given),
        execute: (given) =>
          execute(given, gone).catch((error: unknown) => {
            fault = { error };
            throw error;
          }),
      });
    const reply = await untilGone(answer(request, read.message, serve), gone);
    // A fault of the bridge is told to the person as one, not to the model as an answer.
    if (fault) throw fault.error;
    return reply;
  };
}

/** The answer of the SDK, in the era the message belongs to. */
async function answer(request: IncomingMessage, message: object, serve: () => McpServer): Promise<Reply> {
  const web = webRequest(request);
  if (await isLegacyRequest(web, message)) return toReply(await answerLegacy(web, message, serve()));
  // Its answer is a stream without end, and there is nothing to tell: neither the tools nor anything else announces changes.
  if ('method' in message && message.method === 'subscriptions/listen') return methodNotFound(message);
  const handler = createMcpHandler(serve, { legacy: 'reject' });
  return toReply(await handler.fetch(web, { parsedBody: message }));
}

/** The SDK's own way of serving the 2025 era answers in event streams; JSON is simpler for clients and needs no timer. */
async function answerLegacy(web: Request, message: object, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(web, { parsedBody: message });
  await server.close();
  return response;
}

/** Headers of the protocol; any other, `Accept` above all, must not make a difference. */
const PROTOCOL_HEADERS: readonly string[] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The request as the SDK takes it, without its body: in the app, the web classes do not take Node's streams. */
function webRequest({ headers }: IncomingMessage): Request {
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

/** Nobody reads the answer of a client that has gone; what runs for it is the runner's to end or to finish. */
function untilGone(reply: Promise<Reply>, gone: AbortSignal): Promise<Reply> {
  return Promise.race([
    reply,
    new Promise<Reply>((resolve) => {
      gone.addEventListener('abort', () => resolve(empty(499)), { once: true });
    }),
  ]);
}
