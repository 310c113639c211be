import { createServer } from 'node:http';

// A bare server with a response of the size of the health document.
const body = JSON.stringify({
  ok: true,
  command: 'health',
  exitCode: 0,
  stdout: 'x'.repeat(300),
  data: 'x'.repeat(280),
});
const server = createServer((_request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
