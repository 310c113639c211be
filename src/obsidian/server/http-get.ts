import { get } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';

/** The part of an HTTP response that probes look at. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

const BODY_LIMIT = 256 * 1024;

/** Connects to an address. @returns undefined if that fails or takes too long; never rejects */
export function connectTo(address: string, port: number, timeoutMs: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (connected: boolean): void => {
      socket.setTimeout(0);
      if (!connected) socket.destroy();
      resolve(connected ? socket : undefined);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/**
 * Sends a GET request to this computer.
 * @param socket the connection to use instead of a new one
 * @returns undefined if there is no HTTP response in time; never rejects
 */
export function httpGet(
  url: string,
  timeoutMs: number,
  headers: Record<string, string> = {},
  socket?: Socket,
): Promise<ProbeAnswer | undefined> {
  return new Promise((resolve) => {
    const options = { agent: false, headers, ...(socket && { createConnection: () => socket }) } as const;
    const request = get(url, options, (response) => {
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
