import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

// The smallest possible bridge: HTTP, a queue, a process, and no checks.
const [file, ...leading] = process.argv.slice(2);
let line = Promise.resolve();
const run = (name) =>
  new Promise((resolve) => {
    const child = spawn(file, [...leading, name], { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (exitCode) =>
      resolve({ ok: exitCode === 0, exitCode, stdout: Buffer.concat(chunks).toString() }),
    );
  });
const server = createServer((request, response) => {
  line = line.then(async () => {
    const body = JSON.stringify(await run(request.url.split('/').pop().split('?')[0]));
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
const written = [];
process.on('message', (word) => {
  if (word === 'write') {
    written.push(Buffer.alloc(500_000_000, 1));
    process.send({ blocks: written.length });
  }
  if (word !== 'memory') return;
  global.gc?.();
  process.send({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
});
