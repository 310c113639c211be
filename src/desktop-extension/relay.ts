import { request } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { clearInterval, setInterval } from 'node:timers';
import { BODY_LIMIT } from '../bridge/http/body';
import { failureOf, answerTo, parseMessage, unreadable } from './message';
import type { Message } from './message';

/** The process that the relay runs in. */
interface RelayPorts {
  /** The address of the MCP endpoint as the user entered it. */
  readonly url: string;
  readonly key: string;
  readonly version: string;
  /** Sends one message to the client. */
  readonly send: (message: string) => void;
  /** Writes a sentence to the client's log. */
  readonly report: (sentence: string) => void;
}

const LOOK_AGAIN_MS = 3_000;
/** The protocol version for a client that names none. */
const OLDEST_VERSION = '2025-03-26';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The socket event after which a request is on its way. */
const CONNECTED: Readonly<Record<string, string>> = { 'http:': 'connect', 'https:': 'secureConnect' };
const NEW_KEY =
  "In Obsidian, connect Claude Desktop again in the CLI Bridge settings, then enter the new key in this extension's settings.";
const TOO_LONG = `CLI Bridge takes messages of up to ${BODY_LIMIT / 2 ** 20} MiB, and this one is longer. Nothing was run: send the text in several calls.`;
const TOOLS_CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

/**
 * Relays messages between a client on standard input and output and CLI Bridge over HTTP. A client that starts before
 * Obsidian is told so, and told again once the tools are available.
 */
export class Relay {
  private readonly url: URL | undefined;
  private readonly underWay = new Map<unknown, AbortController>();
  /** Agreed on in `initialize`. */
  private protocolVersion: string | undefined;
  private lookout: NodeJS.Timeout | undefined;
  /** The lookout's request under way. */
  private probe: ClientRequest | undefined;
  private isClosed = false;

  constructor(private readonly ports: RelayPorts) {
    this.url = addressIn(ports.url);
  }

  /** Handles one message from the client. */
  take(text: string): void {
    const message = parseMessage(text);
    if (!message) this.ports.send(unreadable());
    else if (message.method === 'notifications/cancelled') this.cancel(message.params?.requestId);
    else void this.pass(message, text);
  }

  /** Stops looking for the bridge. No more messages will come. */
  close(): void {
    this.isClosed = true;
    this.endLookout();
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
    if (/[^ -~]/.test(this.ports.key.trim())) return failureOf(message, `This isn't a key. ${NEW_KEY}`);
    const body = Buffer.from(text, 'utf8');
    // The bridge would close the connection before all of it has arrived, and its answer could get lost.
    if (body.length > BODY_LIMIT) return failureOf(message, TOO_LONG);
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
      // Nobody waits for the answer.
      if (signal.aborted) return '';
      return isSent ? this.lost(message) : this.notReached(message, error);
    }
    const { statusCode: status = 0 } = response;
    const parsed = parseMessage(answer);
    const found = answerTo(message, parsed);
    if (found) {
      if (message.method === 'initialize') this.protocolVersion = versionIn(found) ?? this.protocolVersion;
      // One message per line. JSON has line breaks only between values.
      return found === parsed ? answer.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(found);
    }
    return failureOf(message, this.refusal(message, status, parsed));
  }

  private headersFor({ method = '', params }: Message): OutgoingHttpHeaders {
    const own = params?._meta?.[VERSION_KEY];
    const version = typeof own === 'string' ? own : this.protocolVersion;
    return {
      authorization: `Bearer ${this.ports.key.trim()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': `cli-bridge-desktop-extension/${this.ports.version}`,
      ...(version !== undefined && { 'mcp-protocol-version': version }),
      // A request that carries its version repeats its method and name in headers.
      ...(typeof own === 'string' && { 'mcp-method': method }),
      ...(typeof own === 'string' && isToken(params?.name) && { 'mcp-name': params.name }),
    };
  }

  /** The sentence for an answer that is not part of the protocol. */
  private refusal(message: Message, status: number, body: object | undefined): string {
    if (status === 401) return `CLI Bridge didn't accept the key. ${NEW_KEY}`;
    const { error, hint } = (body ?? {}) as { error?: unknown; hint?: unknown };
    const said = [error, hint].filter((part) => typeof part === 'string').join(' ');
    if (said !== '' && status === 500) return `${said}${mayHaveRun(message)}`;
    if (said !== '') return `CLI Bridge refused the request (${status}). ${said}`;
    return `The answer from ${this.ports.url} didn't come from CLI Bridge (status ${status}). Check the address in this extension's settings.${mayHaveRun(message)}`;
  }

  /** The answer when the connection ended after the request was sent. */
  private lost(message: Message): string {
    const sentence = 'The connection to CLI Bridge was lost before the answer arrived.';
    return this.unavailable(message, `${sentence}${mayHaveRun(message)}`);
  }

  /** The answer when nothing listens at the address. */
  private notReached(message: Message, error: unknown): string {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const sentence = this.url
      ? `CLI Bridge can't be reached at ${this.url.origin}${code}. Open Obsidian, and check in the CLI Bridge settings that the server is running at this address.`
      : `"${this.ports.url}" isn't a valid address. In this extension's settings, enter the address that CLI Bridge shows when you connect Claude Desktop.`;
    return this.unavailable(message, sentence);
  }

  /** Reports the sentence, and looks out for the bridge if that helps. */
  private unavailable(message: Message, sentence: string): string {
    this.ports.report(sentence);
    if (!this.url) return failureOf(message, sentence);
    if (message.method === 'initialize' || message.method === 'tools/list') this.lookOut(this.url);
    // A client gives up for good on a server that does not start, so the relay always starts.
    if (message.method === 'initialize') return this.ownStart(message, sentence);
    return failureOf(message, sentence);
  }

  private ownStart({ id, params }: Message, instructions: string): string {
    const result = {
      protocolVersion: params?.protocolVersion ?? OLDEST_VERSION,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'cli-bridge', version: this.ports.version },
      instructions,
    };
    return JSON.stringify({ jsonrpc: '2.0', id, result });
  }

  /** Waits until something listens there, then tells the client to list the tools again. */
  private lookOut(url: URL): void {
    if (this.isClosed) return;
    this.lookout ??= setInterval(() => {
      // If the last probe has no answer yet, try again.
      this.probe?.destroy();
      this.probe = requestTo(url, { method: 'GET', agent: false })
        .on('response', (response) => {
          response.resume();
          if (this.lookout === undefined) return;
          this.endLookout();
          this.ports.send(TOOLS_CHANGED);
        })
        .on('error', () => undefined)
        .end();
    }, LOOK_AGAIN_MS);
  }

  private endLookout(): void {
    clearInterval(this.lookout);
    this.lookout = undefined;
    this.probe?.destroy();
    this.probe = undefined;
  }
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

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function versionIn(answer: object): string | undefined {
  const { result } = answer as { result?: { protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}

/** Whether a header can hold the value unchanged. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
