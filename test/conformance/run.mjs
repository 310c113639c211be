import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startProxy } from './proxy.mjs';

/** Runs the official MCP conformance suite for each revision against the standalone host with the stand-in program. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite needs a newer Node.js than the bridge. */
const NODE = 'node@22';
const REVISIONS = ['2025-11-25', '2026-07-28'];
const KEY = 'key-of-the-conformance-run';

const standalone = fileURLToPath(new URL('../../dist/standalone.mjs', import.meta.url));
const bridge = spawn(process.execPath, [standalone, '--port', '0', '--stand-in'], {
  env: { ...process.env, CLI_BRIDGE_API_KEY: KEY },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const results = await mkdtemp(join(tmpdir(), 'cli-bridge-conformance-'));
const proxy = await startProxy(new URL(await addressOf(bridge)), KEY);
const failed = [];
try {
  for (const revision of REVISIONS) {
    console.log(`\n# MCP ${revision}`);
    if ((await runSuite(revision)) !== 0) failed.push(revision);
  }
} finally {
  proxy.close();
  proxy.closeAllConnections();
  bridge.kill();
  await rm(results, { recursive: true, force: true });
}
console.log(
  failed.length === 0 ? '\nNothing unexpected.' : `\nUnexpected results for ${failed.join(' and ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** The address of the bridge, from the line it prints once it is listening. */
async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const address = /^Listening on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The bridge did not start: run "npm run build" first.');
}

/** Runs the suite for one revision. Its exit code is 0 when exactly the checks in the baseline failed. */
async function runSuite(revision) {
  const baseline = fileURLToPath(new URL(`baseline-${revision}.yml`, import.meta.url));
  const suite = spawn(
    'npx',
    [
      ...['--yes', '--package', NODE, '--package', SUITE],
      ...['conformance', 'server', '--url', `http://127.0.0.1:${proxy.address().port}/mcp`],
      ...['--requirements', revision, '--expected-failures', baseline, '-o', join(results, revision)],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' },
  );
  const [code] = await once(suite, 'close');
  return code;
}
