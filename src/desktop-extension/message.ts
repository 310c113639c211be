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

const FAILED = -32000;
const UNREADABLE = -32700;

/** The answer to a line that is not a message. */
export function unreadable(): string {
  const error = { code: UNREADABLE, message: 'Each line must be one JSON-RPC message.' };
  return JSON.stringify({ jsonrpc: '2.0', id: null, error });
}

/** The answer to a failed request. Models read tool results, but not protocol errors. */
export function failureOf({ id, method }: Message, sentence: string): string {
  const outcome =
    method === 'tools/call'
      ? { result: { content: [{ type: 'text', text: sentence }], isError: true } }
      : { error: { code: FAILED, message: sentence } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
}
