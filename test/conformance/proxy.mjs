import { createServer, request } from 'node:http';
import { once } from 'node:events';

/**
 * Forwards everything to the bridge unchanged, including Host and Origin, and adds the key, which the suite cannot send.
 * @param {URL} target
 * @param {string} key
 */
export async function startProxy(target, key) {
  const server = createServer((incoming, outgoing) => {
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, authorization: `Bearer ${key}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
