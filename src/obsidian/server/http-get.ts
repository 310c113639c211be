import { get } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';

/** The part of an HTTP response that probes look at. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

const BODY_LIMIT = 256 * 1024;

/** Sends a GET request to this computer. @returns undefined if there is no HTTP response in time; never rejects */
export function httpGet(
  url: string,
  timeoutMs: number,
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
    const timer = setTimeout(() => request.destroy(), timeoutMs);
    const end = (answer: ProbeAnswer | undefined): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.on('error', () => end(undefined));
    request.on('close', () => end(undefined));
  });
}
