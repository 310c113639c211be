/** Floods a server from a process of its own: `node flooder.mjs <port> <connections> <requests on each>`. Tells over IPC how it went. */
import { connect } from 'node:net';

const [port, connections, requests] = process.argv.slice(2).map(Number);
const REQUEST = 'GET /api/v1/commands HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const SILENCE_MS = 10_000;

let answers = 0;
let cut = 0;

/** One client: sends everything ahead, and leaves when it has all answers, is disconnected, or hears nothing for long. */
function flood() {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(REQUEST.repeat(requests)));
    let missing = requests;
    let rest = '';
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text) => {
      const heard = (rest + text).split('HTTP/1.1 200');
      answers += heard.length - 1;
      missing -= heard.length - 1;
      rest = heard.at(-1).slice(-11);
      if (missing > 0) return;
      socket.removeAllListeners('close').destroy();
      resolve();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      cut += 1;
      resolve();
    });
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, flood));
process.send({ answers, cut, ms: performance.now() - started });
