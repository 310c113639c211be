import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

const CHECKS = ['types', 'types:bridge', 'lint', 'format', 'unused'];

/**
 * Runs all checks in parallel, and prints the output of each as it finishes.
 * @param {{ priority?: number }} options the nice value that they run with, from -20 to 19
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runChecks({ priority = 0 } = {}) {
  const isFine = await Promise.all(CHECKS.map((name) => run(name, priority)));
  return CHECKS.filter((_, index) => !isFine[index]);
}

/** @param {string} name @param {number} priority */
function run(name, priority) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { shell: process.platform === 'win32' });
    if (child.pid !== undefined && priority !== 0) setPriority(child.pid, priority);
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'failed'}\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
