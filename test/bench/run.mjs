/**
 * Benchmarks: `npm run bench`. Every server runs in its own process, with the same small native program, and subjects
 * that are compared take turns within one run, so that a busy machine slows all of them.
 * Figures are medians; ratios are medians of the ratios of each round. A bridge runs for days, so calls are measured after
 * the engine has compiled them; the first calls have a row of their own. The budgets are goals: nothing fails here.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundling, nodeProgram } from '../../scripts/build/options.mjs';
import { keeping } from './keeping.mjs';
import { call, compare, median, modernCall, ok, startServer, throughput } from './measure.mjs';
import { stalls } from './stalls.mjs';
import { wholeNotes } from './whole-notes.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Prints its arguments: native, small, and available on every machine. */
const ECHO = ['/bin/echo', '1.0.0'];
const READ = { command: 'read', params: { path: 'a.md' } };
const rows = [];

function report(what, measured, budget = '') {
  rows.push([what, measured, budget]);
  process.stdout.write(`| ${what} | ${measured} | ${budget} |\n`);
}

const milliseconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (value) => `${value.toFixed(2)} x`;

/** Bundled like the release. */
const bundled = (entry, outfile, changed = {}) =>
  build({ ...bundling, ...nodeProgram, ...changed, entryPoints: [here(entry)], outfile });

const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-bench-'));
const servers = [];
try {
  await Promise.all([
    bundled('./servers/bridge.ts', join(folder, 'bridge.mjs')),
    bundled('./search-time.ts', join(folder, 'search-time.mjs')),
    bundled('./app.ts', join(folder, 'app.cjs'), {
      format: 'cjs',
      banner: {},
      alias: { obsidian: here('../obsidian/index.ts') },
    }),
  ]);
  const start = async (script, args) => {
    const server = await startServer(script, args);
    servers.push(server);
    return server;
  };
  const bridgeScript = join(folder, 'bridge.mjs');
  process.stdout.write('| What | Measured | Budget |\n| --- | --- | --- |\n');
  await restCalls(start, bridgeScript);
  await largeHost(start, bridgeScript);
  await mcpCalls(start, bridgeScript);
  await largeOutput(start, bridgeScript);
  await memory(start, bridgeScript);
  await searching();
  await longestStalls(bridgeScript);
  await wholeNotes({ report, folder });
  await keeping({ report, folder });
  await pluginLoad();
} finally {
  for (const server of servers) server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function restCalls(start, bridgeScript) {
  const bridge = await start(bridgeScript, ECHO);
  const least = await start(here('./servers/least-bridge.mjs'), ECHO);
  const bare = await start(here('./servers/bare.mjs'), []);
  const spawner = await start(here('./servers/bare-spawn.mjs'), [...ECHO, 'read', 'path=a.md']);

  const rest = (server) => async () => ok(await call(server, { path: '/api/v1/cli/read?path=a.md' }));
  const cold = await compare({ least: rest(least), bridge: rest(bridge) }, { rounds: 20, batch: 25 });
  report('One REST call, the first 500', `${times(cold.bridge.ratio)} the least bridge`);
  await warmUp([rest(least), rest(bridge)]);
  const one = await compare(
    { least: rest(least), bridge: rest(bridge), spawn: () => spawner.ask('spawn') },
    { rounds: 60, batch: 25 },
  );
  report('Bare spawn and collect', milliseconds(one.spawn.ms));
  report('Least bridge, one call', milliseconds(one.least.ms));
  report(
    'One REST call',
    `${milliseconds(one.bridge.ms)}, ${times(one.bridge.ratio)} the least bridge, + ${milliseconds(one.bridge.ms - one.least.ms)}`,
    '<= + 0.4 ms',
  );

  const health = (server) => async () => ok(await call(server, { path: '/api/v1/health' }));
  const idle = await compare({ bare: health(bare), health: health(bridge) }, { rounds: 40, batch: 200 });
  report(
    'Health',
    `${milliseconds(idle.health.ms)}, ${times(1 / idle.health.ratio)} of a bare answer`,
    '>= 0.80 x',
  );

  const crowd = await atOnce(least, bridge, rest, { callers: 32, calls: 800, rounds: 5 });
  report('32 clients at once', crowd, '>= 0.85 x');
  for (const callers of [1, 10, 100, 500]) {
    const rate = await atOnce(least, bridge, rest, { callers, calls: Math.max(400, callers), rounds: 3 });
    report(`Queue depth ${callers}`, rate);
  }
}

/** A host that has written to 500 MB, as the app has after some days. */
async function largeHost(start, bridgeScript) {
  const bridge = await start(bridgeScript, ECHO);
  const least = await start(here('./servers/least-bridge.mjs'), ECHO);
  const rest = (server) => async () => ok(await call(server, { path: '/api/v1/cli/read?path=a.md' }));
  await warmUp([rest(least), rest(bridge)]);
  const small = await compare({ bridge: rest(bridge) }, { rounds: 20, batch: 25 });
  for (const server of [bridge, least]) await server.ask('write');
  const large = await compare({ least: rest(least), bridge: rest(bridge) }, { rounds: 20, batch: 25 });
  const more = milliseconds(large.bridge.ms - small.bridge.ms);
  report(
    'One REST call in a host that has written to 500 MB',
    `${milliseconds(large.bridge.ms)}, ${more} more, ${times(large.bridge.ratio)} the least bridge`,
  );
  bridge.stop();
  least.stop();
}

/** Calls per second with this many concurrent callers, compared with the minimal bridge. */
async function atOnce(least, bridge, rest, { rounds, ...load }) {
  const rates = [];
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const yardstick = await throughput(rest(least), load);
    const rate = await throughput(rest(bridge), load);
    rates.push(rate);
    ratios.push(rate / yardstick);
  }
  return `${median(rates).toFixed(0)}/s, ${times(median(ratios))} the least bridge`;
}

/** Enough calls to warm up the engine. */
async function warmUp(calls) {
  for (const one of calls) await throughput(one, { callers: 1, calls: 3_000 });
}

async function mcpCalls(start, bridgeScript) {
  const bridge = await start(bridgeScript, ECHO);
  const rest = async () =>
    ok(
      await call(bridge, {
        method: 'POST',
        path: '/api/v1/cli/read',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ params: { path: 'a.md' } }),
      }),
    );
  const subjects = { rest, modern: modernCall(bridge, READ), legacy: legacyCall(bridge) };
  const extra = (mcp, name) => `a REST call + ${milliseconds(mcp[name].ms - mcp.rest.ms)}`;
  const cold = await compare(subjects, { rounds: 20, batch: 25 });
  report('One MCP call, the first 500', extra(cold, 'modern'));
  await warmUp(Object.values(subjects));
  const mcp = await compare(subjects, { rounds: 40, batch: 20 });
  report('One MCP call, 2026-07-28', extra(mcp, 'modern'), '<= + 1 ms');
  report('One MCP call, 2025-11-25', extra(mcp, 'legacy'), '<= + 1 ms');
}

async function largeOutput(start, bridgeScript) {
  for (const megabytes of [1, 10]) {
    const file = join(folder, `large-${megabytes}`);
    await writeFile(
      file,
      `#!/bin/sh\n[ "$1" = version ] && { echo 1.0.0; exit; }\nhead -c ${megabytes * 1_000_000} /dev/zero | tr '\\0' 'x'\n`,
    );
    await chmod(file, 0o755);
    const bridge = await start(bridgeScript, [file]);
    const least = await start(here('./servers/least-bridge.mjs'), [file]);
    const rest = (server) => async () => ok(await call(server, { path: '/api/v1/cli/read?path=a.md' }));
    const result = await compare({ least: rest(least), bridge: rest(bridge) }, { rounds: 5, batch: 3 });
    report(
      `Output of ${megabytes} MB`,
      `${milliseconds(result.bridge.ms)}, ${times(result.bridge.ratio)} the least bridge`,
    );
    bridge.stop();
    least.stop();
  }
}

async function memory(start, bridgeScript) {
  const bridge = await start(bridgeScript, ECHO);
  const one = async () => ok(await call(bridge, { path: '/api/v1/cli/read?path=a.md' }));
  const mcp = modernCall(bridge, READ);
  await throughput(one, { callers: 8, calls: 500 });
  await throughput(mcp, { callers: 8, calls: 500 });
  const before = await bridge.ask('memory');
  await throughput(one, { callers: 8, calls: 8_000 });
  await throughput(mcp, { callers: 8, calls: 2_000 });
  const after = await bridge.ask('memory');
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  report(
    'Left behind by 10,000 calls',
    `${megabytes(after.rss - before.rss)} resident, ${megabytes(after.heap - before.heap)} heap`,
    '< 10 MB',
  );
}

async function longestStalls(bridgeScript) {
  await stalls({
    folder,
    bridgeScript,
    report: (what, { wall, budget }) =>
      report(`Longest stall: ${what}`, milliseconds(wall), budget === null ? '' : `<= ${budget} ms`),
  });
}

async function searching() {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'search-time.mjs')]);
  for (const { commands, ms } of JSON.parse(stdout)) {
    report(`MCP search over ${commands} commands`, milliseconds(ms));
  }
}

async function pluginLoad() {
  const { size } = await stat(here('../../main.js'));
  // The app loads the file as CommonJS; this extension makes Node do the same.
  await copyFile(here('../../main.js'), join(folder, 'main.cjs'));
  report('Size of main.js', `${(size / 1024).toFixed(0)} KB`);
  const loads = [];
  for (let run = 0; run < 20; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      here('./load-time.mjs'),
      join(folder, 'main.cjs'),
      join(folder, 'app.cjs'),
    ]);
    loads.push(Number(stdout));
  }
  report('Plugin load (require and onload)', milliseconds(median(loads)), '<= 50 ms');
}

function legacyCall(server) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const params = { name: 'execute', arguments: { command: 'read', params: { path: 'a.md' } } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return async () => ok(await call(server, { method: 'POST', path: '/mcp', headers, body }));
}
