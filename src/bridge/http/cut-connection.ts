import type { Socket } from 'node:net';

/** Node's parser calls this with each request; what it returns says how to go on. It is not in Node's documentation. */
interface ParsedSocket {
  readonly parser?: { onIncoming?: (() => number) | null } | null;
}

/** What makes the parser stop: the rest is another protocol's. */
const STOP = 2;

/**
 * Disconnects a client, and stops reading what it has sent. Otherwise Node would still parse thousands of requests that have
 * arrived in one piece, which takes longer than to answer the few that are allowed.
 */
export function cutConnection(socket: Socket): void {
  const { parser } = socket as ParsedSocket;
  if (parser) parser.onIncoming = () => STOP;
  socket.destroy();
}
