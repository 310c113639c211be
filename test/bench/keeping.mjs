/**
 * What it costs to keep changes for undo: calls beside those of a bridge that cannot reach the notes, or, for edits, that keeps
 * nothing. Runs by itself, too: `node test/bench/keeping.mjs`.
 */
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundling, nodeProgram } from '../../scripts/build/options.mjs';
import { call, compare, ok, startServer } from './measure.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const ROUNDS = { rounds: 30, batch: 10 };
const STALL_CALLS = 100;

/** Changes the notes of the vault that it lies in, as the Obsidian CLI would. */
const PROGRAM = `#!/bin/sh
cd "\${0%/*}"
case "$1" in vault=*) shift ;; esac
case "$1" in
version) echo '1.13.7 (installer 1.13.4)' ;;
help) cat .help ;;
read) cat "\${2#path=}" ;;
append) printf '\\n%s' "\${3#content=}" >> "\${2#path=}"; echo "Appended to: \${2#path=}" ;;
property:set) sed -i "s/^status: .*/status: \${4#value=}/" "\${2#path=}"; echo "Set status: \${4#value=}" ;;
esac
`;

const SIZES = { 'Small.md': 10_000, 'Large.md': 1_000_000 };

/** How the bridges that are compared reach the notes, and whether they keep changes. */
const WAYS = {
  kept: { store: 'own', keepsChanges: true },
  unreachable: { store: 'none', keepsChanges: true },
  forgetful: { store: 'own', keepsChanges: false },
};

/** @param report called with each row: what, measured, and the goal if there is one */
export async function keeping({ report, folder }) {
  const script = join(folder, 'notes-server.mjs');
  await build({ ...bundling, ...nodeProgram, entryPoints: [here('./servers/notes.ts')], outfile: script });
  const servers = {};
  try {
    for (const [name, way] of Object.entries(WAYS)) {
      const vault = await makeVault(join(folder, name));
      const given = { folder: vault, requestLimit: 60_000, encodesLineBreaks: false, ...way };
      servers[name] = await startServer(script, [JSON.stringify(given), join(vault, '.program')], true);
    }
    await measure(servers, report);
  } finally {
    for (const server of Object.values(servers)) server.stop();
  }
}

/** Makes a vault with a short and a long note, and the program in it. */
async function makeVault(vault) {
  await mkdir(vault);
  for (const [path, size] of Object.entries(SIZES)) {
    const text = `---\nstatus: new\n---\n${'A line of a note, with some words in it.\n'.repeat(size / 41)}one phrase\n`;
    await writeFile(join(vault, path), text);
  }
  await copyFile(here('../fixtures/help.txt'), join(vault, '.help'));
  await writeFile(join(vault, '.program'), PROGRAM);
  await chmod(join(vault, '.program'), 0o755);
  return vault;
}

async function measure({ kept, unreachable, forgetful }, report) {
  let count = 0;
  const read = () => ['read', { path: 'Small.md' }];
  const append = (path) => () => ['append', { path, content: `line ${++count}` }];
  const property = () => ['property:set', { path: 'Small.md', name: 'status', value: `${++count}` }];
  await row('A read of 10 KB', calls(unreachable, read), calls(kept, read));
  await row('An append to 10 KB', calls(unreachable, append('Small.md')), calls(kept, append('Small.md')));
  await row('A property in 10 KB', calls(unreachable, property), calls(kept, property));
  await row('An edit in 10 KB', edits(forgetful, 'Small.md'), edits(kept, 'Small.md'));
  await stall('100 appends to 10 KB', append('Small.md'));
  await stall('100 properties in 10 KB', property);
  await row('An append to 1 MB', calls(unreachable, append('Large.md')), calls(kept, append('Large.md')));
  await row('An edit in 1 MB', edits(forgetful, 'Large.md'), edits(kept, 'Large.md'));
  await row('A read of 10 KB while 32 MiB are kept', calls(unreachable, read), calls(kept, read));

  async function row(what, without, keeps) {
    const { base, keeping } = await compare({ base: without, keeping: keeps }, ROUNDS);
    const more = milliseconds(keeping.ms - base.ms);
    report(`Undo: ${what}`, `${milliseconds(base.ms)}, and ${more} to keep it`);
  }

  async function stall(what, make) {
    const held = [];
    for (const server of [kept, unreachable]) {
      await server.ask('stall');
      for (let sent = 0; sent < STALL_CALLS; sent++) await post(server, ...make());
      held.push((await server.ask('stall')).busy);
    }
    const [busy, without] = held.map(milliseconds);
    const figures = `${busy} of processor time; not kept ${without}`;
    report(`Undo: longest stall of ${what}`, figures, '<= 8 ms');
  }
}

function calls(server, make) {
  return () => post(server, ...make());
}

/** Edits of the same phrase, to and fro. */
function edits(server, path) {
  let [old, next] = ['one phrase', 'another phrase'];
  return async () => {
    const ms = await post(server, 'cli-bridge/edit', { path, old, new: next });
    [old, next] = [next, old];
    return ms;
  };
}

async function post(server, command, params) {
  const headers = { 'content-type': 'application/json' };
  const path = `/api/v1/cli/${command}`;
  return ok(await call(server, { method: 'POST', path, headers, body: JSON.stringify({ params }) }));
}

function milliseconds(value) {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-bench-'));
  try {
    await keeping({ folder, report: (...row) => process.stdout.write(`| ${row.join(' | ')} |\n`) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
