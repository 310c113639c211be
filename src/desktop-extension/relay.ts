import { request } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { clearInterval, setInterval } from 'node:timers';
import { BODY_LIMIT } from '../bridge/text/bytes';
import { systemCode } from '../bridge/text/error-kind';
import type { LastSeen } from './last-seen';
import {
  answerTo,
  failedResult,
  LINE_ERRORS,
  lineError,
  ownVersionOf,
  parseMessage,
  resultOf,
} from './message';
import type { Message } from './message';

/** The process that the relay runs in. */
interface RelayPorts {
  /** The address of the MCP endpoint as the user entered it. */
  readonly url: string;
  readonly key: string;
  readonly version: string;
  readonly lastSeen: LastSeen;
  /** Sends one message to the client. */
  readonly send: (message: string) => void;
  /** Writes a sentence to the client's log. */
  readonly report: (sentence: string) => void;
}

const LOOK_AGAIN_MS = 3_000;
/** The protocol version for a client that names none. */
const OLDEST_VERSION = '2025-03-26';
/** The socket event after which a request is on its way. */
const CONNECTED: Readonly<Record<string, string>> = { 'http:': 'connect', 'https:': 'secureConnect' };
const NEW_KEY =
  'In Obsidian, connect this client again in the CLI Bridge settings, then enter the new key here (CLI_BRIDGE_API_KEY).';
/** Leaves out what was entered, which may be the key in the wrong field. */
const NO_ADDRESS =
  "The address isn't valid. Enter the one that CLI Bridge shows when you connect this client (CLI_BRIDGE_URL).";
const UNREADABLE = 'Each line must be one JSON-RPC message.';
const TOO_LONG = `CLI Bridge takes messages of up to ${BODY_LIMIT / 2 ** 20} MiB, and this one is longer. Nothing was run: send the text in several calls.`;
const NO_METHOD =
  'Invalid request: its method or protocol version has a character that none has. Nothing was sent.';
/** The requests whose answers describe the tools. */
const TOOL_METHODS: readonly string[] = ['initialize', 'server/discover', 'tools/list'];
const TOOLS_CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

/**
 * Relays messages between a client on standard input and output and CLI Bridge over HTTP. A client that starts before
 * Obsidian gets the tools that were last seen, and is told to list them again once the bridge is there.
 */
export class Relay {
  private readonly url: URL | undefined;
  private readonly underWay = new Map<unknown, AbortController>();
  /** Agreed on in `initialize`. */
  private protocolVersion: string | undefined;
  private watch: NodeJS.Timeout | undefined;
  /** The pending request of the watch. */
  private probe: ClientRequest | undefined;
  private isClosed = false;

  constructor(private readonly ports: RelayPorts) {
    this.url = addressIn(ports.url);
  }

  /** Handles one message from the client. */
  take(text: string): void {
    const message = parseMessage(text);
    if (!message) this.ports.send(lineError(LINE_ERRORS.unreadable, UNREADABLE));
    else if (message.method === 'notifications/cancelled') this.cancel(message.params?.requestId);
    else void this.pass(message, text);
  }

  /** Answers a line that is longer than a message may be. */
  refuseLine(): void {
    this.ports.send(lineError(LINE_ERRORS.refused, TOO_LONG));
  }

  /** Stops looking for the bridge. No more messages will come. */
  close(): void {
    this.isClosed = true;
    this.stopWatching();
  }

  private cancel(id: unknown): void {
    this.underWay.get(id)?.abort();
  }

  private async pass(message: Message, text: string): Promise<void> {
    const cancellation = new AbortController();
    const { id, method } = message;
    if (id !== undefined) this.underWay.set(id, cancellation);
    const answer = await this.post(message, text, cancellation.signal);
    if (this.underWay.get(id) === cancellation) this.underWay.delete(id);
    // Notifications, answers and canceled requests get no answer.
    const isAsking = id !== undefined && method !== undefined;
    if (isAsking && !cancellation.signal.aborted) this.ports.send(answer);
  }

  private async post(message: Message, text: string, signal: AbortSignal): Promise<string> {
    const { url } = this;
    if (!url) return this.notReached(message, undefined);
    if (!fitsHeaders(message)) return lineError(LINE_ERRORS.refused, NO_METHOD, message.id);
    if (/[^ -~]/.test(this.ports.key.trim())) return failedResult(message, `This isn't a key. ${NEW_KEY}`);
    const body = Buffer.from(text, 'utf8');
    const headers = { ...this.headersFor(message), 'content-length': body.length };
    let isSent = false;
    let response: IncomingMessage;
    let answer: string;
    try {
      response = await new Promise<IncomingMessage>((resolve, reject) => {
        // Always a new connection, since a kept one may be closed by the time it is reused.
        requestTo(url, { method: 'POST', headers, signal, agent: false })
          .on('socket', (socket) => socket.once(CONNECTED[url.protocol] ?? '', () => (isSent = true)))
          .on('response', resolve)
          .on('error', reject)
          .end(body);
      });
      answer = await textOf(response);
    } catch (error) {
      // Nobody is waiting for the answer.
      if (signal.aborted) return '';
      return isSent ? this.lost(message) : this.notReached(message, error);
    }
    const { statusCode: status = 0 } = response;
    const parsed = parseMessage(answer);
    const found = answerTo(message, parsed);
    if (found) {
      this.learn(message, found);
      // One message per line. JSON has line breaks only between values.
      return found === parsed ? answer.trimEnd().replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(found);
    }
    return failedResult(message, this.refusal(message, status, parsed));
  }

  /** Keeps what later requests need from an answer. */
  private learn({ method }: Message, answer: object): void {
    const { result } = answer as { result?: Readonly<Record<string, unknown>> | null };
    if (!result) return;
    if (method === 'initialize' && typeof result['protocolVersion'] === 'string')
      this.protocolVersion = result['protocolVersion'];
    if (TOOL_METHODS.includes(method ?? '')) this.ports.lastSeen.keep(result);
  }

  private headersFor(message: Message): OutgoingHttpHeaders {
    const { method = '', params } = message;
    const own = ownVersionOf(message);
    const version = own ?? this.protocolVersion;
    return {
      authorization: `Bearer ${this.ports.key.trim()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': `cli-bridge-relay/${this.ports.version}`,
      ...(version !== undefined && { 'mcp-protocol-version': version }),
      // A request that carries its version repeats its method and name in headers.
      ...(own !== undefined && { 'mcp-method': method }),
      ...(own !== undefined && typeof params?.name === 'string' && { 'mcp-name': encoded(params.name) }),
    };
  }

  /** The sentence for an answer that is not part of the protocol. */
  private refusal(message: Message, status: number, body: object | undefined): string {
    if (status === 401) return `CLI Bridge didn't accept the key. ${NEW_KEY}`;
    const { error, hint } = (body ?? {}) as { error?: unknown; hint?: unknown };
    const said = [error, hint].filter((part) => typeof part === 'string').join(' ');
    if (said !== '' && status === 500) return `${said}${mayHaveRun(message)}`;
    if (said !== '') return `CLI Bridge refused the request (${status}). ${said}`;
    return `The answer from ${this.ports.url} didn't come from CLI Bridge (status ${status}). Check the address (CLI_BRIDGE_URL).${mayHaveRun(message)}`;
  }

  /** The answer when the connection ended after the request was sent. */
  private lost(message: Message): string {
    const sentence = 'The connection to CLI Bridge was lost before the answer arrived.';
    return this.unavailable(message, `${sentence}${mayHaveRun(message)}`);
  }

  /** The answer when nothing listens at the address. */
  private notReached(message: Message, error: unknown): string {
    return this.unavailable(message, this.url ? whyNotReached(this.url, error) : NO_ADDRESS);
  }

  /** Reports the sentence, and watches for the bridge if that helps. */
  private unavailable(message: Message, sentence: string): string {
    this.ports.report(sentence);
    if (!this.url) return failedResult(message, sentence);
    // A client gives up permanently on a server that does not start, so the relay always starts.
    if (message.method === 'initialize' || message.method === 'tools/list') this.watchForBridge(this.url);
    if (message.method === 'initialize') return this.ownStart(message, sentence);
    if (message.method === 'tools/list') return resultOf(message, { tools: this.ports.lastSeen.tools });
    if (message.method === 'ping') return resultOf(message, {});
    return failedResult(message, sentence);
  }

  private ownStart(message: Message, sentence: string): string {
    return resultOf(message, {
      protocolVersion: message.params?.protocolVersion ?? OLDEST_VERSION,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'cli-bridge', version: this.ports.version },
      instructions: this.ports.lastSeen.instructions ?? sentence,
    });
  }

  /** Waits until something listens there, then tells the client to list the tools again. */
  private watchForBridge(url: URL): void {
    if (this.isClosed) return;
    this.watch ??= setInterval(() => {
      // If the last probe has no answer yet, try again.
      this.probe?.destroy();
      this.probe = requestTo(url, { method: 'GET', agent: false })
        .on('response', (response) => {
          response.resume();
          if (this.watch === undefined) return;
          this.stopWatching();
          this.ports.send(TOOLS_CHANGED);
        })
        .on('error', () => undefined)
        .end();
    }, LOOK_AGAIN_MS);
  }

  private stopWatching(): void {
    clearInterval(this.watch);
    this.watch = undefined;
    this.probe?.destroy();
    this.probe = undefined;
  }
}

/** Why there was no connection, and what to do. */
function whyNotReached({ origin }: URL, error: unknown): string {
  const code = systemCode(error) ?? '';
  if (code === 'ECONNREFUSED')
    return `Obsidian isn't open: there is no server at ${origin}. Open Obsidian, then try again. If it is open, check in the CLI Bridge settings that the server is running at this address.`;
  return `CLI Bridge can't be reached at ${origin}${code && ` (${code})`}. Open Obsidian, and check in the CLI Bridge settings that the server is running at this address.`;
}

/** What to do about a request that was sent but not answered. A call may have changed notes. */
function mayHaveRun({ method, params }: Message): string {
  const isCall = method === 'tools/call' && params?.name !== 'search';
  return isCall ? ' The command may or may not have run: check before you try again.' : ' Try again.';
}

/** The address that was entered, with the path `/mcp` if it has none. */
function addressIn(text: string): URL | undefined {
  try {
    const url = new URL(text.trim());
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    if (url.pathname === '/') url.pathname = '/mcp';
    return url;
  } catch {
    return undefined;
  }
}

function requestTo(url: URL, options: RequestOptions): ClientRequest {
  return (url.protocol === 'https:' ? secureRequest : request)(url, options);
}

/** Whether a header can hold what the request repeats there. */
function fitsHeaders(message: Message): boolean {
  const version = ownVersionOf(message);
  return version === undefined || !/[^ -~]/.test(`${message.method ?? ''}${version}`);
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A name as a header carries it. The protocol encodes those that a header cannot hold, such as those of prompts with spaces. */
function encoded(name: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(name) && !name.startsWith('=?');
  return isPlain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}
