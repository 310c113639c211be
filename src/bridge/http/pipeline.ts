import type { IncomingMessage } from 'node:http';
import type { CallInput } from '../commands/call';
import { allowedMethods } from '../commands/command';
import type { Catalogue } from '../commands/catalogue';
import type { Runner } from '../commands/runner';
import { BridgeError } from '../errors';
import type { Settings } from '../settings';
import { prefersText } from './accept';
import { BODY_LIMIT, callFromBody, readBody } from './body';
import type { BodyRoom, BodyShare } from './body-room';
import { commandList } from './command-list';
import { corsHeaders, preflight } from './cors';
import { documentReply, errorReply, outcomeReply } from './envelope';
import { checkHost, checkOrigin } from './guards';
import type { ApiKey } from './guards';
import { checkHeaders } from './headers';
import { callFromQuery } from './query';
import type { Reply } from './reply';
import { route } from './router';
import type { Route } from './router';
import { parseTarget } from './target';

/** What answers `POST /mcp`, once the checks that REST shares have passed. */
export type McpHandler = (request: IncomingMessage, gone: AbortSignal, share: BodyShare) => Promise<Reply>;

/** What the endpoints need of the bridge; the functions are read at each request, so that changes count at once. */
export interface Services {
  readonly settings: () => Settings;
  readonly apiKey: () => ApiKey;
  readonly runner: Runner;
  readonly catalogue: Catalogue;
  /** The health document (§2.2). */
  readonly health: () => Promise<object>;
  readonly mcp: McpHandler;
  /** The room for the bodies of all requests. */
  readonly bodies: BodyRoom;
  /** Told of failures that are the bridge's own fault. */
  readonly reportFault: (error: unknown) => void;
}

const PUBLIC_METHODS = ['GET', 'HEAD'];

/** Answers a request: every check in its fixed order, the first failure answers. Never rejects. */
export async function answer(
  request: IncomingMessage,
  gone: () => AbortSignal,
  services: Services,
): Promise<Reply> {
  const settings = services.settings();
  const asText = prefersText(request.headers.accept);
  let destination: Route | undefined;
  let reply: Reply;
  try {
    checkHeaders(request);
    const target = parseTarget(request.url ?? '');
    checkHost(target.host ?? request.headers.host, settings);
    const early = preflight(request, settings);
    if (early) {
      reply = early;
    } else {
      destination = route(target.path);
      reply = await follow(destination, request, { query: target.query, asText, gone, services, settings });
    }
  } catch (error) {
    reply = refuse(error, destination, asText, services);
  }
  if (!settings.corsEnabled) return reply;
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(request.headers.origin, settings) } };
}

interface Context {
  readonly query: string;
  readonly asText: boolean;
  readonly gone: () => AbortSignal;
  readonly services: Services;
  readonly settings: Settings;
}

function follow(destination: Route | undefined, request: IncomingMessage, context: Context): Promise<Reply> {
  switch (destination?.kind) {
    case undefined:
      throw BridgeError.of('not_found', {});
    case 'health':
    case 'commands':
      return publicDocument(destination.kind, request, context);
    case 'mcp':
      return mcp(request, context);
    case 'command':
      return command(destination.name, request, context);
  }
}

async function publicDocument(
  kind: 'health' | 'commands',
  request: IncomingMessage,
  { services, settings }: Context,
): Promise<Reply> {
  // Health stays when REST is off: it is what tells so.
  if (kind === 'commands' && !settings.restEnabled) throw BridgeError.of('rest_disabled', { command: kind });
  if (!PUBLIC_METHODS.includes(request.method ?? '')) {
    throw BridgeError.of('method_not_allowed', { allow: PUBLIC_METHODS, command: kind });
  }
  if (kind === 'health') return documentReply(kind, await services.health());
  return documentReply(kind, commandList(services.catalogue));
}

async function mcp(request: IncomingMessage, { services, settings, gone }: Context): Promise<Reply> {
  checkOrigin(request.headers.origin, settings);
  services.apiKey().check(request.headers.authorization);
  if (!settings.mcpEnabled) throw BridgeError.of('mcp_disabled', {});
  const share = services.bodies.share();
  try {
    return await services.mcp(request, gone(), share);
  } finally {
    share.giveBack();
  }
}

async function command(name: string, request: IncomingMessage, context: Context): Promise<Reply> {
  const { services, settings } = context;
  const { runner } = services;
  const caller = { interface: 'rest' } as const;
  services.apiKey().check(request.headers.authorization);
  if (!settings.restEnabled) throw BridgeError.of('rest_disabled', {});
  const known = services.catalogue.get(name) ?? (await runner.find(name));
  const allow = allowedMethods(known);
  if (!allow.some((method) => method === request.method))
    throw BridgeError.of('method_not_allowed', { allow });
  try {
    runner.authorize(known);
    await runner.requireProgram();
    const input = await readCall(request, context.query, services.bodies.share());
    const outcome = await runner.run(known, input, { ...caller, gone: context.gone() });
    return outcomeReply(outcome, context.asText);
  } catch (error) {
    if (error instanceof BridgeError) runner.recordRefusal(error, known.name, caller);
    throw error;
  }
}

/** The call of a request: in the query string for GET, in the body otherwise; never in the other place (§4.3). */
async function readCall(request: IncomingMessage, query: string, share: BodyShare): Promise<CallInput> {
  try {
    return callFrom(await readBody(request, BODY_LIMIT, share), request, query);
  } finally {
    // What may run of it is small.
    share.giveBack();
  }
}

function callFrom(body: Buffer, request: IncomingMessage, query: string): CallInput {
  if (request.method === 'GET') {
    if (body.length > 0) {
      throw BridgeError.of('malformed_body', {
        detail: 'A GET request takes its parameters from the query string: send the body with POST.',
      });
    }
    return callFromQuery(query);
  }
  if (query !== '') {
    throw BridgeError.of('invalid_parameter', {
      detail: `A ${request.method} request takes its parameters from a JSON body, not from the query string. Send {"params": {...}}.`,
    });
  }
  return callFromBody(body, request.headers['content-type']);
}

function refuse(error: unknown, destination: Route | undefined, asText: boolean, services: Services): Reply {
  const known = error instanceof BridgeError ? error : BridgeError.of('internal_error', {});
  if (known !== error) services.reportFault(error);
  if (destination?.kind !== 'command') return errorReply(known);
  return errorReply(known.about(destination.name), asText);
}
