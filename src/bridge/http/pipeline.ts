import type { IncomingMessage } from 'node:http';
import type { Caller, ClientKey, Delivery } from '../caller';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import type { FileLimits } from '../call/call';
import { BATCH } from '../call/batch';
import type { CallRunner } from '../call/runner';
import { SHORT_CHARS } from '../call/input/bounds';
import { CommandSearch } from '../commands/search/search';
import { shorten } from '../text/printable';
import { BridgeError } from '../errors';
import { OWNER } from '../key-records';
import type { LiveSettings, Settings } from '../settings';
import { memoizeLast } from '../text/memoize';
import type { RequestLog } from '../request-log';
import type { ApiKeys } from './api-keys';
import { batchReply, readBatch } from './batch';
import { commandList, detailedCommandList, listEntry } from './command-list';
import { corsHeaders, preflight } from './cors';
import type { EventStreams } from './event-streams';
import { acceptsBytes, documentReply, errorReply, jsonDocument, outcomeReply, prefersText } from './reply';
import type { Reply } from './reply';
import { opensPage, pageReply } from './page';
import { checkHeaders, checkHost } from './header-checks';
import { plusHint, readRestInput } from './rest-input';
import { allowedMethods, findRoute, parseTarget } from './routes';
import type { Route } from './routes';
import { ANSWER_MEMORY, AnswerMemory } from './send-answer';
import { callerOf, logRefusal } from './admit';

/** Serves `POST /mcp`, once the checks that REST shares have passed. */
export type McpHandler = (request: IncomingMessage, caller: Caller) => Promise<Reply>;

/** The parts of the bridge that the endpoints need. */
export interface Services {
  readonly settings: LiveSettings;
  /** All keys as they are now. */
  readonly keys: { readonly current: ApiKeys };
  readonly calls: CallRunner;
  readonly catalogue: Catalogue;
  /** Whether the bridge can ask the user for approval. */
  readonly canAsk: boolean;
  readonly log: RequestLog;
  readonly health: () => Promise<object>;
  /** The OpenAPI document of the catalogue as it is now, as JSON in UTF-8. */
  readonly openApi: () => Promise<Buffer>;
  readonly mcp: McpHandler;
  /** Absent if the host does not report changes in its vault. */
  readonly events?: EventStreams | undefined;
  /** Called with every unexpected error. */
  readonly reportError: (error: unknown) => void;
}

/** Answers one request; never rejects. `deliver` begins to follow what becomes of the answer. */
export type RequestHandler = (request: IncomingMessage, deliver: () => Delivery) => Promise<Reply>;

/** A request whose body has not been read. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly query: string;
  /** The host that the request names. */
  readonly host: string | undefined;
  readonly asText: boolean;
  readonly deliver: () => Delivery;
  readonly settings: Settings;
}

/**
 * Creates the handler of all requests. It makes the HTTP checks in their fixed order, up to the key and the interface;
 * after that {@link CallRunner} decides. The first failure is the answer.
 */
export function createRequestHandler(services: Services): RequestHandler {
  const publicDocument = publicDocuments(services);
  const answers = new AnswerMemory();

  return async (request, deliver) => {
    const settings = services.settings.current;
    const asText = prefersText(request.headers.accept);
    let route: Route | undefined;
    let reply: Reply;
    try {
      checkHeaders(request);
      const { path, query, host = request.headers.host } = parseTarget(request.url ?? '');
      checkHost(host, settings);
      if (request.method === 'OPTIONS' && settings.corsEnabled) {
        reply = preflight(request, settings);
      } else {
        route = findRoute(path);
        reply = await follow(route, { request, query, host, asText, deliver, settings });
      }
    } catch (error) {
      if (error instanceof BridgeError) {
        logRefusal(error, request, services.log);
      } else {
        services.reportError(error);
      }
      reply = failureReply(error, route, asText);
    }
    if (!settings.corsEnabled) return reply;
    return { ...reply, headers: { ...reply.headers, ...corsHeaders(request.headers.origin, settings) } };
  };

  function follow(route: Route | undefined, exchange: Exchange): Promise<Reply> {
    switch (route?.kind) {
      case 'page':
        if (opensPage(exchange.request, exchange.host)) return Promise.resolve(pageReply());
        throw BridgeError.of('not_found', {});
      case undefined:
        throw BridgeError.of('not_found', {});
      case 'health':
      case 'commands':
      case 'openapi':
        return publicDocument(route.kind, exchange);
      case 'mcp':
        return serveMcp(services, answers, exchange);
      case 'batch':
        return serveBatch(services, answers, exchange);
      case 'events':
        return Promise.resolve(serveEvents(services, exchange));
      case 'command':
        return serveCommand(services, answers, route.name, exchange);
    }
  }
}

const PUBLIC_METHODS = ['GET', 'HEAD'];
/** The documents served without a key, each serialized only when it changes. */
function publicDocuments(services: Services) {
  const { catalogue, health, openApi, canAsk } = services;
  const healthReply = memoizeLast((document: object) => documentReply('health', document));
  const commandsReply = memoizeLast((_revision: number, settings: Settings) =>
    documentReply('commands', commandList(catalogue, settings)),
  );
  const search = memoizeLast((_revision: number) => new CommandSearch(catalogue.list()));
  const detailsFor = (settings: Settings, key: ClientKey, listed?: readonly Command[]): Reply =>
    documentReply('commands', detailedCommandList(catalogue, { settings, key, canAsk }, listed));
  const publicDetails = memoizeLast((_revision: number, settings: Settings) => detailsFor(settings, OWNER));

  return async (kind: 'health' | 'commands' | 'openapi', exchange: Exchange): Promise<Reply> => {
    const { request, settings, query } = exchange;
    // Health answers even when REST is off, to report that.
    if (kind !== 'health' && !settings.restEnabled) throw BridgeError.of('rest_disabled', { command: kind });
    requireMethod(kind, PUBLIC_METHODS, request);
    if (kind === 'health') return healthReply(await health());
    if (kind === 'openapi') {
      await catalogue.freshen();
      return jsonDocument(await openApi());
    }
    const asked = new URLSearchParams(query);
    const words = asked.get('query');
    const isDetailed = asked.get('details') === 'true';
    const hasKey = isDetailed && request.headers.authorization !== undefined;
    const key = hasKey ? callerOf('rest', services, exchange).key : undefined;
    await catalogue.freshen();
    if (words !== null) {
      const found = search(catalogue.revision).rank(words.slice(0, SHORT_CHARS));
      return isDetailed
        ? detailsFor(settings, key ?? OWNER, found)
        : documentReply(
            'commands',
            found.map((command) => listEntry(command, settings)),
          );
    }
    if (!isDetailed) return commandsReply(catalogue.revision, settings);
    return key ? detailsFor(settings, key) : publicDetails(catalogue.revision, settings);
  };
}

async function serveMcp(services: Services, answers: AnswerMemory, exchange: Exchange): Promise<Reply> {
  const reply = await services.mcp(exchange.request, callerOf('mcp', services, exchange));
  // Only a file makes an answer this long, and it was just read.
  return answers.hold(reply, reply.body.length > LONG_MCP_ANSWER);
}

/** Characters; far more than an answer without a file has. */
const LONG_MCP_ANSWER = 1024 * 1024;

/** What an answer that is a file may have. */
const FILES: FileLimits = {
  down: { most: ANSWER_MEMORY, hint: 'Ask the user for the file itself, or for a smaller one.' },
};

async function serveCommand(
  services: Services,
  answers: AnswerMemory,
  name: string,
  exchange: Exchange,
): Promise<Reply> {
  const caller = callerOf('rest', services, exchange);
  const { request, query, asText } = exchange;
  let bodyParameter: string | undefined;
  const isReading = (command = ''): boolean => services.catalogue.get(command)?.kind === 'read';
  try {
    const outcome = await services.calls.run(
      name,
      {
        accept: (known) => {
          requireMethod(known.name, allowedMethods(known), request);
          bodyParameter = known.parameters.find(({ mayBeBody }) => mayBeBody)?.name;
        },
        read: () => readRestInput(request, query, bodyParameter),
        files: acceptsBytes(request.headers.accept) ? FILES : undefined,
      },
      caller,
    );
    return answers.hold(outcomeReply(outcome, asText), isReading(outcome.command));
  } catch (error) {
    if (!(error instanceof BridgeError) || !error.ran) throw error;
    // What it printed counts as that of a success does.
    return answers.hold(errorReply(withPlusHint(error, query), asText), isReading(error.context.command));
  }
}

/** Adds what only the query shows of a note that was not found. */
function withPlusHint(failure: BridgeError, query: string): BridgeError {
  const plus = failure.code === 'file_not_found' ? plusHint(query) : undefined;
  if (plus === undefined) return failure;
  return failure.with({ hint: [plus, failure.context.hint].filter(Boolean).join(' ') });
}

async function serveBatch(services: Services, answers: AnswerMemory, exchange: Exchange): Promise<Reply> {
  const caller = callerOf('rest', services, exchange);
  const { request, query } = exchange;
  requireMethod(BATCH, ['POST'], request);
  const { calls, stopOnError } = await readBatch(request, query);
  caller.requireAccess();
  const sources = calls.map(({ name, input }) => ({ name, source: { read: () => input } }));
  const result = await services.calls.runBatch(sources, { stopOnError }, caller);
  const isReading = calls.every(({ name }) => services.catalogue.get(name)?.kind === 'read');
  return answers.hold(batchReply(result), isReading);
}

function serveEvents(services: Services, exchange: Exchange): Reply {
  const { events } = services;
  if (!events) throw BridgeError.of('no_events', {});
  const caller = callerOf('rest', services, exchange);
  const { request } = exchange;
  requireMethod('events', ['GET'], request);
  // A body means nothing here, and Node would close the connection while it is not read.
  request.resume();
  return events.open(caller);
}

function failureReply(error: unknown, route: Route | undefined, asText: boolean): Reply {
  const known = error instanceof BridgeError ? error : BridgeError.of('internal_error', {});
  if (route?.kind === 'batch') return errorReply(known.context.command ? known : known.about(BATCH));
  if (route?.kind !== 'command') return errorReply(known);
  return errorReply(known.about(shorten(route.name, SHORT_CHARS)), asText);
}

/** @throws BridgeError `method_not_allowed` */
function requireMethod(endpoint: string, allow: readonly string[], { method }: IncomingMessage): void {
  if (!allow.includes(method ?? ''))
    throw BridgeError.of('method_not_allowed', { endpoint, allow, method }).about(endpoint);
}
