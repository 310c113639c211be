import type { IncomingMessage } from 'node:http';
import { allowedMethods } from '../commands/command';
import type { Catalogue } from '../commands/catalogue';
import type { Runner } from '../commands/runner';
import { BridgeError } from '../errors';
import type { Settings } from '../settings';
import type { ApiKey } from './api-key';
import type { BodyLease, BodyMemory } from './body-memory';
import { commandList } from './command-list';
import { corsHeaders, preflight } from './cors';
import { documentReply, errorReply, outcomeReply, prefersText } from './envelope';
import { checkHeaders, checkHost, checkOrigin } from './guards';
import type { Reply } from './reply';
import { readRestInput } from './rest-input';
import { findRoute, parseTarget } from './routes';
import type { Route } from './routes';

/** What answers `POST /mcp`, once the checks that REST shares have passed. */
export type McpHandler = (request: IncomingMessage, gone: AbortSignal, lease: BodyLease) => Promise<Reply>;

/** What the endpoints need of the bridge; the functions are read at each request, so that changes count at once. */
export interface Services {
  readonly settings: () => Settings;
  readonly apiKey: () => ApiKey;
  readonly runner: Runner;
  readonly catalogue: Catalogue;
  /** The health document (§2.2). */
  readonly health: () => Promise<object>;
  readonly mcp: McpHandler;
  /** Bounds the memory for the bodies of all requests. */
  readonly bodies: BodyMemory;
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
      destination = findRoute(target.path);
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
  const lease = services.bodies.lease();
  try {
    return await services.mcp(request, gone(), lease);
  } finally {
    lease.release();
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
    const input = await readRestInput(request, context.query, services.bodies.lease());
    const outcome = await runner.run(known, input, { ...caller, gone: context.gone() });
    return outcomeReply(outcome, context.asText);
  } catch (error) {
    if (error instanceof BridgeError) runner.recordRefusal(error, known.name, caller);
    throw error;
  }
}

function refuse(error: unknown, destination: Route | undefined, asText: boolean, services: Services): Reply {
  const known = error instanceof BridgeError ? error : BridgeError.of('internal_error', {});
  if (known !== error) services.reportFault(error);
  if (destination?.kind !== 'command') return errorReply(known);
  return errorReply(known.about(destination.name), asText);
}
