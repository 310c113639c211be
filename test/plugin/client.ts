import { request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: {
    ok?: boolean;
    stdout?: string;
    stderr?: string;
    error?: string;
    code?: string;
    command?: string;
    exitCode?: number;
  };
}

/** Calls a bridge over a socket of its own; rejects with the system's error when nothing listens. */
export function call(
  port: number,
  path: string,
  key = '',
  options: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = options.body === undefined ? '' : JSON.stringify(options.body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        agent: false,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(text && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (received += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(received) as Answer['body'] }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Whether something listens at the port. */
export async function isServed(port: number): Promise<boolean> {
  return call(port, '/api/v1/health').then(
    () => true,
    () => false,
  );
}

/** Waits until the condition holds; fails with its name after some seconds. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
