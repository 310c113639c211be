/**
 * Texts of any length, edits and batches, with the stand-in as the program: times beside those of the same file written by
 * `cp`, processes, tokens, and for how long they hold the event loop. Runs by itself, too, after `npm run build`:
 * `node test/bench/whole-notes.mjs [part]`.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { bundling, nodeProgram } from '../../scripts/build/options.mjs';
import { call, median, startServer } from './measure.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const STAND_IN = [process.execPath, here('../../dist/obsidian-standin.mjs')];
const MIB = 1024 * 1024;

const WAYS = {
  'in the vault of the host': { requestLimit: 60_000, store: 'own' },
  'in a folder': { requestLimit: 60_000, store: 'folder' },
};

/** Lecture notes with 200 pairs of a backslash and n or t. */
const LECTURE = Array.from(
  { length: 100 },
  (_, n) =>
    `## ${n}. The gradient\n\nLet $\\nabla f_${n}(\\theta)$ be smooth, with $L > ${n}$: “as above” – see p. ${n}.\n`,
).join('\n');
const LOG_LINE = '2026-11-22 10:00:00.000 [info] GET /api/v1/cli/read?path=Home.md 200 "ok" 31 ms\n';
const LOG = LOG_LINE.repeat(Math.ceil(1_000_000 / LOG_LINE.length)).slice(0, 1_000_000);
const PLAIN = 'A sentence of a note, without anything that the program would decode.\n'.repeat(290);
const PARAGRAPHS = 'A line of a long note, with some words in it.\n';

/**
 * @param report called with each row: what, measured, and the goal if there is one
 * @param only a text that the names of the parts to be measured have in them
 */
export async function wholeNotes({ report, folder, only = '' }) {
  const script = join(folder, 'notes-server.mjs');
  await build({ ...bundling, ...nodeProgram, entryPoints: [here('./servers/notes.ts')], outfile: script });
  const source = join(folder, 'source.txt');
  let served = 0;

  /** Runs what is measured with a server over an empty vault. */
  const over = async (part, way, act, isWatched = false) => {
    if (!part.includes(only)) return;
    const vault = join(folder, `vaults-${++served}`, 'vault');
    await mkdir(join(vault, '.obsidian'), { recursive: true });
    const given = JSON.stringify({ folder: vault, encodesLineBreaks: false, ...way });
    const server = await startServer(script, [given, ...STAND_IN], isWatched);
    const post = (command, body) => send(server, `/api/v1/cli/${command}`, body);
    try {
      await send(server, '/api/v1/cli/vault');
      await act({ server, vault, post });
    } finally {
      server.stop();
    }
  };

  const cp = async (text) => {
    await writeFile(source, text);
    const started = performance.now();
    await promisify(execFile)('cp', [source, `${source}.copy`]);
    return performance.now() - started;
  };

  const written = async (name, text, { vault, post }, rounds = 3) => {
    const [times, copies] = [[], []];
    let data;
    for (let round = 0; round < rounds; round++) {
      const path = `Note ${round} ${text.length}.md`;
      const { ms, body } = await post('create', { params: { path, content: text } });
      if ((await readFile(join(vault, path), 'utf8')) !== text) throw new Error('The file differs.');
      data = body.data;
      times.push(ms);
      copies.push(await cp(text));
    }
    const figures = `${milliseconds(median(times))}, ${data.processes} processes; cp ${milliseconds(median(copies))}`;
    report(`${name}, ${amount(Buffer.byteLength(text))} bytes`, figures);
  };

  const big = PARAGRAPHS.repeat(Math.ceil((10 * MIB) / PARAGRAPHS.length))
    .slice(0, 10 * MIB - 700_000)
    .replaceAll('words', 'wörds');
  await over('inline', WAYS['in a folder'], (vault) => written('Plain text inline', PLAIN, vault));
  for (const [name, way] of Object.entries(WAYS)) {
    await over(`texts ${name}`, way, async (vault) => {
      await written(`Lecture notes with 200 pairs ${name}`, LECTURE, vault, 5);
      await written(`A log ${name}`, LOG, vault, 5);
      await written(`A text of nearly 10 MiB ${name}`, big, vault);
    });
  }

  for (const name of Object.keys(WAYS)) {
    await over(`MCP ${name}`, WAYS[name], async ({ server, vault }) => {
      const content = PARAGRAPHS.repeat(3_400).slice(0, 150_000);
      const { ms } = await mcp(server, { command: 'create', params: { path: 'Long.md', content } });
      if ((await readFile(join(vault, 'Long.md'), 'utf8')) !== content) throw new Error('The file differs.');
      report(`150 KB over MCP in one call, ${name}`, milliseconds(ms));
      await writeFile(join(vault, 'Note.md'), `${PARAGRAPHS.repeat(1_600)}one phrase\n`);
      const given = {
        command: 'cli-bridge:edit',
        params: { path: 'Note.md', old: 'one phrase', new: 'another one' },
      };
      const edited = await mcp(server, given);
      const asked = countTokens(JSON.stringify(given));
      const [{ text }] = edited.body.result.content;
      report(
        `A phrase of a note of 76 KB edited over MCP, ${name}`,
        `${milliseconds(edited.ms)}, ${asked} + ${countTokens(text)} tokens`,
        '< 400 tokens',
      );
    });
  }

  await over('batch', WAYS['in a folder'], async ({ server, vault }) => {
    const paths = Array.from({ length: 20 }, (_, n) => `Note ${n}.md`);
    for (const path of paths) await writeFile(join(vault, path), PLAIN.slice(0, 2_000));
    const calls = paths.map((path) => ({ command: 'read', params: { path } }));
    const [together, alone] = [[], []];
    for (let round = 0; round < 5; round++) {
      together.push((await send(server, '/api/v1/batch', { calls })).ms);
      const started = performance.now();
      for (const { command, params } of calls) await send(server, `/api/v1/cli/${command}`, { params });
      alone.push(performance.now() - started);
    }
    report(
      'Twenty reads in a batch',
      `${milliseconds(median(together))}; one after the other ${milliseconds(median(alone))}`,
    );
  });

  const edited = `${PARAGRAPHS.repeat(Math.ceil(5e6 / PARAGRAPHS.length))}one phrase\n`;
  for (const name of Object.keys(WAYS)) {
    await over(
      `stalls ${name}`,
      WAYS[name],
      async ({ server, vault, post }) => {
        await post('create', { params: { path: 'Warm.md', content: LECTURE } });
        await writeFile(join(vault, 'Edited.md'), edited);
        const stalls = {
          'a write of 10 MiB': () =>
            post('create', { params: { path: 'Big.md', content: big }, flags: ['overwrite'] }),
          'an edit in 5 MB': () =>
            post('cli-bridge/edit', { params: { path: 'Edited.md', old: 'one phrase', new: 'another' } }),
          'a batch of 50': () =>
            send(server, '/api/v1/batch', {
              calls: Array.from({ length: 50 }, (_, n) =>
                n % 2 === 0
                  ? { command: 'read', params: { path: 'Warm.md' } }
                  : { command: 'append', params: { path: 'Warm.md', content: `line ${n}` } },
              ),
            }),
        };
        for (const [what, act] of Object.entries(stalls)) {
          await pause(100);
          await server.ask('stall');
          const { ms } = await act();
          await pause(20);
          const { wall, busy } = await server.ask('stall');
          report(
            `Longest stall: ${what}, ${name}`,
            `${milliseconds(wall)} (${milliseconds(busy)} of processor time), in ${milliseconds(ms)}`,
            '<= 100 ms',
          );
        }
      },
      true,
    );
  }
}

/** A request with its answer parsed. @throws Error for another status than 200 */
async function send(server, path, body, headers = {}) {
  const { ms, status, text } = await call(server, {
    path,
    keepsText: true,
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  });
  if (status !== 200) throw new Error(`Status ${status}: ${text.slice(0, 300)}`);
  return { ms, body: JSON.parse(text) };
}

async function mcp(server, given) {
  const params = { name: 'execute', arguments: given };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await send(server, '/mcp', message, { accept: 'application/json, text/event-stream' });
  if (answer.body.result?.isError === true) throw new Error(JSON.stringify(answer.body).slice(0, 300));
  return answer;
}

function milliseconds(value) {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function amount(value) {
  return value.toLocaleString('en-US');
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-bench-'));
  const report = (...row) => process.stdout.write(`| ${row.join(' | ')} |\n`);
  try {
    await wholeNotes({ report, folder, only: process.argv[2] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
