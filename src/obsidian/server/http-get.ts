import { get } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';

/** What a probe needs of an answer. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

const BODY_LIMIT = 256 * 1024;

/** Asks for a page of a server on this machine. Gives undefined when no HTTP answer comes in time; never fails. */
export function httpGet(
  url: string,
  patienceMs: number,
  headers: Record<string, string> = {},
): Promise<ProbeAnswer | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
        if (body.length > BODY_LIMIT) request.destroy();
      });
      response.on('end', () => end({ status: response.statusCode ?? 0, body }));
      response.on('error', () => end(undefined));
    });
    const timer = setTimeout(() => request.destroy(), patienceMs);
    const end = (answer: ProbeAnswer | undefined): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.on('error', () => end(undefined));
    request.on('close', () => end(undefined));
  });
}
