/**
 * Runs the recipes of docs/recipes.md against the standalone host with the stand-in, and checks what they wrote:
 * `npm run recipes`. Recipes whose program is missing are reported as not run.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const KEY = 'the-key-of-the-recipes';

/** Values of the expressions of an n8n node. */
const EXECUTION = { 'execution.id': '17', runIndex: '0', itemIndex: '0' };

/** Recipes that need more than this host, and why they are not run. */
const NOT_RUN = {
  'What changes in the vault': 'not run here, but with the plugin in test/plugin/events.test.ts',
  'n8n in Docker': 'not run, because it needs Docker',
  Docker: 'not run, because it needs Docker',
  WSL: 'not run, because it needs Windows',
};

/** What a note contains after each recipe. */
const EXPECTED = {
  Shell: /^# "Quotes", \$dollars and \\notes\n\nThey arrive as they are\.\n+~~~\nFilesystem[^]*~~~$/m,
  PowerShell: /^# Grüße$/m,
  Python: /^- \[ \] water the beans$/m,
  'Node.js': /^# Log\n- Started$/m,
  n8n: /^- From n8n$/m,
  Shortcuts: /^- From Shortcuts$/m,
  Raycast: /^- A "text" of \$mine$/m,
  Alfred: /^- \[ \] A "text" of \$mine$/m,
  'A line in the daily note every morning': /^## \w+day\n\n- \[ \] Plan the day$/m,
  'Commits in the daily note': /^- garden: [0-9a-f]{7,} Water the beans$/m,
};

const home = await mkdtemp(join(tmpdir(), 'cli-bridge-recipes-'));
const vault = join(home, 'vault');
await cp(path('dist/sample-vault'), vault, { recursive: true });
const host = spawn(
  process.execPath,
  [path('dist/standalone.mjs'), '--port', '0', '--api-key', KEY, '--stand-in', vault],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);

try {
  const url = await addressOf(host);
  const environment = { ...process.env, KEY, HOME: home };
  const failed = [];
  for (const { title, blocks } of sectionsOf(await readFile(path('docs/recipes.md'), 'utf8'))) {
    const outcome = await tryOut(title, blocks, url, environment).catch((error) => {
      failed.push(title);
      return `FAILED: ${error.message}\n${error.stderr ?? ''}`;
    });
    process.stdout.write(`${title}: ${outcome}\n`);
  }
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  host.kill();
  await once(host, 'exit');
  await rm(home, { recursive: true, force: true });
}

/** The address that a host prints once it accepts requests. */
async function addressOf(child) {
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    const [, url] = /^Listening on (\S+)$/m.exec(printed) ?? [];
    if (url) return url;
  }
  throw new Error(`The host ended: ${printed}`);
}

/** The sections of the page with their code blocks. */
function sectionsOf(text) {
  return text.split(/^## /m).map((section) => ({
    title: section.slice(0, section.indexOf('\n')).replace(/^# /, ''),
    blocks: [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, code]) => ({
      language,
      code,
    })),
  }));
}

/** Runs the code blocks of a section together. @returns the outcome in words */
async function tryOut(title, blocks, url, environment) {
  const [{ language } = {}] = blocks;
  if (language === undefined) return 'has no code';
  if (title in NOT_RUN) return NOT_RUN[title];
  const code = blocks
    .filter((block) => block.language === language)
    .map((block) => block.code.replaceAll('http://127.0.0.1:27124', url))
    .join('\n');
  const before = await notes();
  if (title === 'Commits in the daily note') await commitWith(code, environment);
  else if (language === 'json') await sendNode(JSON.parse(code).nodes[0].parameters);
  else {
    const program = { sh: 'bash', python: 'python3', js: process.execPath, powershell: 'pwsh' }[language];
    const file = join(
      home,
      `recipe.${language === 'js' ? 'mjs' : language === 'powershell' ? 'ps1' : language}`,
    );
    await writeFile(file, language === 'sh' ? `set -e -o pipefail\n${code}` : code);
    try {
      await run(program, [file, 'A "text" of $mine'], { env: environment });
    } catch (error) {
      if (error.code === 'ENOENT') return `not run, because ${program} is not installed`;
      throw error;
    }
  }
  const after = await notes();
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (blocks.length > 0 && changed.length === 0 && title !== 'Recipes')
    throw new Error('No note was changed.');
  const wanted = EXPECTED[title];
  if (wanted && !changed.some((name) => wanted.test(after[name])))
    throw new Error(`No note has ${wanted}: ${changed.map((name) => after[name]).join()}`);
  return changed.length > 0 ? `ran, and wrote ${changed.join(', ')}` : 'ran';
}

/** The text of every note in the vault, by path. */
async function notes() {
  const files = (await readdir(vault, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name)).filter((file) => file.endsWith('.md'));
  const entries = paths.map(async (file) => [relative(vault, file), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Makes a commit in a new repository with the hook. */
async function commitWith(hook, environment) {
  const folder = join(home, 'garden');
  const file = join(folder, '.git/hooks/post-commit');
  const git = (...words) => run('git', words, { cwd: folder, env: environment });
  await mkdir(folder);
  await git('init', '--quiet');
  await writeFile(file, hook);
  await chmod(file, 0o755);
  const author = ['-c', 'user.name=Gardener', '-c', 'user.email=gardener@example.org'];
  await git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'Water the beans');
}

/** Sends the request that an n8n node describes, twice, as a node that retries. @throws Error if the second is done again */
async function sendNode({ method, url, jsonBody, headerParameters }) {
  const body = JSON.stringify(JSON.parse(jsonBody));
  const own = headerParameters.parameters.map(
    ({ name, value }) =>
      `${name}: ${value.replace(/^=/, '').replaceAll(/{{ \$([\w.]+) }}/g, (_, of) => EXECUTION[of])}`,
  );
  const headers = [`Authorization: Bearer ${KEY}`, 'Content-Type: application/json', ...own];
  const call = ['-sf', '-X', method, ...headers.flatMap((header) => ['-H', header]), '-d', body, url];
  await run('curl', call);
  const { stdout } = await run('curl', call);
  if (!stdout.includes('nothing was done again')) throw new Error(`It was done twice: ${stdout}`);
}
