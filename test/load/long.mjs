// A long load test of the built standalone host: run `npm run build` first. Prints measurements; fails when a response
// is lost or mixed up, or when memory, file handles or processes grow. Everything stays on 127.0.0.1.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const KEY = 'a-key-for-the-load';
const SEQUENTIAL = Number(process.env['LOAD_CALLS'] ?? 10_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 300);
const CONNECTIONS = 64;
/**
 * How much the host may grow: after warming up (the engine takes a while to settle), after the load of many connections,
 * and while that load lasts.
 */
const FILLED = { megabytes: 40, handles: 2, processes: 0 };
const LEFT_OVER = { megabytes: 10, handles: 2, processes: 0 };
const MEANWHILE = { megabytes: 60, handles: CONNECTIONS + 16, processes: 1 };

const PROGRAM = `#!/bin/sh
case $1 in
version) echo '1.13.7 (installer 1.13.4)' ;;
help) printf 'Obsidian CLI\\n\\nCommands:\\n  files                 List files\\n' ;;
*) printf %s "$2" ;;
esac
`;

async function startHost(folder) {
  const program = join(folder, 'obsidian');
  await writeFile(program, PROGRAM);
  await chmod(program, 0o755);
  const host = process.argv[2] ?? fileURLToPath(new URL('../../dist/standalone.mjs', import.meta.url));
  const child = spawn(process.execPath, [host, '--port', '0', '--cli', program], {
    env: { ...process.env, CLI_BRIDGE_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The host exited with ${code}.`)));
  });
  child.removeAllListeners('exit');
  return { child, url: new URL(String(first).replace('Listening on ', '')) };
}

function send(url, agent, { method, path, body }) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${KEY}`, ...(body && { 'Content-Type': 'application/json' }) };
    const outgoing = request(
      { host: url.hostname, port: url.port, method, path, headers, agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode, text }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** One call over REST or MCP; fails unless it gets its own response. */
async function call(url, agent, nonce, overMcp) {
  const params = { name: 'execute', arguments: { command: 'search', params: { query: nonce } } };
  const { status, text } = await send(
    url,
    agent,
    overMcp
      ? {
          method: 'POST',
          path: '/mcp',
          body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
        }
      : { method: 'GET', path: `/api/v1/cli/search?query=${nonce}` },
  );
  const answer = JSON.parse(text);
  const stdout = overMcp ? answer.result?.structuredContent?.stdout : answer.stdout;
  if (status !== 200 || stdout !== `query=${nonce}`)
    throw new Error(`${nonce}: ${status} ${text.slice(0, 300)}`);
}

/** The resources of the host; undefined where the system does not report them. */
async function footprint(pid) {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return {
      megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
      handles: (await readdir(`/proc/${pid}/fd`)).length,
      processes: children.split(' ').filter(Boolean).length,
    };
  } catch {
    return undefined;
  }
}

/** Describes what has grown beyond its limit. */
function growth(when, before, now, allowed) {
  return Object.keys(allowed)
    .filter((name) => now[name] - before[name] > allowed[name])
    .map((name) => `${when}, ${name} went from ${before[name]} to ${now[name]}`);
}

function say(what, facts = {}) {
  process.stdout.write(
    `${what.padEnd(34)} ${Object.entries(facts)
      .map(([name, value]) => `${name} ${value}`)
      .join('   ')}\n`,
  );
}

function quantile(sorted, part) {
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
}

async function measured(calls, action) {
  const times = [];
  const started = performance.now();
  await action(async (nonce, agent, url, overMcp) => {
    const before = performance.now();
    await call(url, agent, nonce, overMcp);
    times.push(performance.now() - before);
  });
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  say(calls, {
    calls: times.length,
    'per second': Math.round(times.length / seconds),
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
    'most ms': quantile(times, 0.99999),
  });
}

async function settle(pid) {
  // Keep-alive connections are closed after five seconds.
  await delay(8_000);
  return footprint(pid);
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-load-'));
  const { child, url } = await startHost(folder);
  const failures = [];
  try {
    const one = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = 0; index < 500; index++) await call(url, one, `warm${index}`, index % 2 === 1);
    one.destroy();
    const start = await settle(child.pid);
    say('warm, at rest', start);

    await measured('one after the other', async (timed) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let index = 0; index < SEQUENTIAL; index++) await timed(`s${index}`, agent, url, index % 2 === 1);
      agent.destroy();
    });
    const filled = await settle(child.pid);
    say('at rest again', filled);

    const peak = { ...filled };
    const watch = setInterval(() => {
      void footprint(child.pid).then((now) => {
        for (const name of Object.keys(peak)) peak[name] = Math.max(peak[name], now[name]);
      });
    }, 1_000);
    await measured(`${CONNECTIONS} connections, ${SECONDS} s`, async (timed) => {
      const end = performance.now() + SECONDS * 1000;
      const clients = Array.from({ length: CONNECTIONS }, async (_, client) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let index = 0; performance.now() < end; index++) {
          await timed(`c${client}n${index}`, agent, url, (client + index) % 2 === 1);
        }
        agent.destroy();
      });
      await Promise.all(clients);
    });
    clearInterval(watch);
    say('at most meanwhile', peak);
    const last = await settle(child.pid);
    say('at rest at the end', last);
    if (start === undefined) {
      process.stderr.write('NOT MEASURED: this system does not tell what a process holds.\n');
    } else {
      failures.push(
        ...growth('while it filled', start, filled, FILLED),
        ...growth('under many connections', filled, last, LEFT_OVER),
        ...growth('at most meanwhile', filled, peak, MEANWHILE),
      );
    }
  } catch (error) {
    failures.push(String(error));
  }
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
  for (const failure of failures) process.stderr.write(`FAILED: ${failure}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

await main();
