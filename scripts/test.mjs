/**
 * Runs the tests, and meanwhile the checks, which take what the tests leave of the processor: `npm test`. Arguments go to
 * vitest. Fails when a test or a check fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runChecks } from './checks.mjs';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const args = ['run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)];
const tests = spawn(process.execPath, [vitest, ...args], { stdio: 'inherit' });
const [[code], failed] = await Promise.all([once(tests, 'close'), runChecks({ priority: 10 })]);
if (failed.length > 0) process.stdout.write(`These checks failed, see above: ${failed.join(', ')}.\n`);
process.exitCode = code === 0 && failed.length === 0 ? 0 : 1;
