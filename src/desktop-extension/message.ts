/** The parts of a JSON-RPC message that the relay reads. */
export interface Message {
  /** Absent in a notification. */
  readonly id?: string | number;
  readonly method?: string;
  /** Null from clients that send every field. */
  readonly params?: {
    readonly name?: unknown;
    readonly requestId?: unknown;
    readonly protocolVersion?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | null;
  } | null;
}

/** Parses a message. @returns undefined if the text is not a JSON object */
export function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The received message, if it answers the request. An error may lack the request's id, which is then filled in. */
export function answerTo({ id }: Message, received: Message | undefined): object | undefined {
  if (!received || !('jsonrpc' in received)) return undefined;
  if ('error' in received && (received.id ?? null) === null) return { ...received, id };
  return received.id === id && ('result' in received || 'error' in received) ? received : undefined;
}

/** The codes of JSON-RPC for a line that is not a message, and for one that is refused. */
export const LINE_ERRORS = { unreadable: -32700, refused: -32600 } as const;

/** The answer to a line that is not passed on. @param id of its request; null if that is not known */
export function lineError(code: number, message: string, id: Message['id'] | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** The protocol version that the request carries itself, as those of the revision of 2026 do. */
export function ownVersionOf({ params }: Message): string | undefined {
  const version = params?._meta?.[VERSION_KEY];
  return typeof version === 'string' ? version : undefined;
}

/** The relay's own answer to a request. The revision of 2026 also wants to know how long a result is valid. */
export function resultOf(message: Message, result: object): string {
  const isModern = ownVersionOf(message) !== undefined;
  const validity = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { ...result, ...(isModern && validity) } });
}

const FAILED = -32000;

/** The answer to a failed request. Models read tool results, but not protocol errors. */
export function failedResult(message: Message, sentence: string): string {
  const { id, method } = message;
  if (method === 'tools/call')
    return resultOf(message, { content: [{ type: 'text', text: sentence }], isError: true });
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: FAILED, message: sentence } });
}
