import type { ListedCommand } from './command';

/** The values of a form that are to be sent. */
export interface Input {
  readonly vault: string;
  readonly params: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** One HTTP request, without the key. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** JSON text, on one line. */
  readonly body?: string;
}

/** The request for a command, with a query if it reads, otherwise with JSON. @param origin such as `http://127.0.0.1:27124` */
export function requestOf(origin: string, { command, httpMethod }: ListedCommand, input: Input): HttpRequest {
  const { vault, params, flags } = input;
  const path = command.split(':').map(encodeURIComponent).join('/');
  const url = `${origin}/api/v1/cli/${path}`;
  // These two names are reserved in a query.
  if (httpMethod === 'GET' && !('vault' in params) && !('flags' in params)) {
    const query = new URLSearchParams(params);
    if (vault) query.set('vault', vault);
    if (flags.length > 0) query.set('flags', flags.join(','));
    const text = query.toString();
    return { method: 'GET', url: text ? `${url}?${text}` : url };
  }
  const body = { ...(vault && { vault }), params, ...(flags.length > 0 && { flags }) };
  return { method: httpMethod === 'GET' ? 'POST' : httpMethod, url, body: JSON.stringify(body) };
}
