import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const TIMEOUT_MS = 10_000;
const OUTPUT_LIMIT = 1_000_000;
const STAND_IN_KNOWS_NOT = 70;

/**
 * What the bridge knows about the CLI, bundled from its source.
 * @returns `records` by command, and the bridge's `platformOf`, `childEnvironment` and `withoutNoise`
 */
export async function loadKnown() {
  const contents = `
    import { COMMAND_CATEGORIES } from './src/bridge/commands/records';
    export { childEnvironment } from './src/bridge/cli/environment';
    export { platformOf } from './src/bridge/cli/platform';
    export { withoutNoise } from './src/bridge/cli/start-up-lines';
    export const records = Object.assign({}, ...COMMAND_CATEGORIES.map(({ records }) => records));`;
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-'));
  try {
    const outfile = join(folder, 'known.cjs');
    await build({
      stdin: { contents, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
      bundle: true,
      outfile,
      platform: 'node',
      format: 'cjs',
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The CLI itself in one vault, run as the bridge runs it but without the bridge's guards. */
export class Program {
  /** @param file path of the CLI; @param vault name of the vault; @param known see {@link loadKnown} */
  constructor(file, vault, { platformOf, childEnvironment, withoutNoise }) {
    this.file = file;
    this.vault = vault;
    this.folder = platformOf(process.platform).neutralFolder;
    const { BRIDGE_KEY: _, ...environment } = childEnvironment(process.env);
    this.environment = environment;
    this.withoutNoise = withoutNoise;
  }

  /**
   * Runs a command for at most 10 s.
   * @returns the output without its final line break and, if it is not an answer, the sentence `trouble`
   */
  async run(argv) {
    const { chunks, code, error } = await this.#spawned(argv);
    const read = (stream) => this.withoutNoise(Buffer.concat(chunks[stream])).toString('utf8').trimEnd();
    const [stdout, stderr] = [read('stdout'), read('stderr')];
    if (error) return { text: stdout, trouble: `The program could not be run (${error.code}).` };
    if (code === null) return { text: stdout, trouble: `No end after ${TIMEOUT_MS / 1000} s.` };
    if (code === STAND_IN_KNOWS_NOT) return { text: stdout, trouble: stderr };
    return code === 0 ? { text: stdout } : { text: stdout, trouble: `Exit code ${code}. ${stderr}` };
  }

  #spawned(argv) {
    return new Promise((resolve) => {
      const child = spawn(this.file, [`vault=${this.vault}`, ...argv], {
        cwd: this.folder,
        env: this.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
        // A terminal interrupt is meant for this script, which waits for the answer and cleans up.
        detached: process.platform !== 'win32',
      });
      const chunks = { stdout: [], stderr: [] };
      let size = 0;
      for (const stream of ['stdout', 'stderr']) {
        child[stream]?.on('data', (chunk) => {
          size += chunk.length;
          if (size <= OUTPUT_LIMIT) chunks[stream].push(chunk);
        });
      }
      const timer = setTimeout(() => {
        end(child);
        resolve({ chunks, code: null });
      }, TIMEOUT_MS);
      const settle = (result) => {
        clearTimeout(timer);
        resolve({ chunks, ...result });
      };
      child.once('error', (error) => settle({ error }));
      child.once('close', (code) => settle({ code }));
    });
  }
}

/** Ends a process with its children. */
function end(child) {
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/PID', String(child.pid), '/T', '/F']);
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
