/**
 * Runs the checks in parallel: `npm run check`. With `--tests` it also runs the tests, because neither keeps two processors busy:
 * `npm test`. What follows goes to Vitest: `npm test -- <file>` runs only that file, also a slow one, and no checks. Prints the output of the
 * checks that fail, after that of the tests.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHECKS = ['lint', 'unused'];
const TESTS = ['vitest', 'run', '--config', 'test/vitest.config.ts'];
const shell = process.platform === 'win32';
/** More room for short-lived objects, because garbage collection took a fifth of the time. */
const env = {
  ...process.env,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim(),
};

/** Resolves to what the check printed, and whether it passed. */
function check(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { env, shell });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'failed'}\n`);
      resolve({ said: Buffer.concat(said), isPassed: code === 0 });
    });
  });
}

/** Runs Vitest with these further arguments, with the slow tests among those to choose from or not. Resolves to whether all passed. */
function test(further, withSlow) {
  return new Promise((resolve) => {
    const child = spawn('npx', [...TESTS, ...further], {
      env: withSlow ? { ...process.env, SLOW_TESTS: '1' } : process.env,
      stdio: 'inherit',
      shell,
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

const [mode, ...further] = process.argv.slice(2);
const isPart = further.some((each) => existsSync(each));
const [isTested, ...checks] = await Promise.all([
  mode === '--tests' ? test(further, isPart) : true,
  ...(isPart ? [] : CHECKS).map(check),
]);
const failed = checks.filter(({ isPassed }) => !isPassed);
for (const { said } of failed) process.stdout.write(said);
process.exitCode = isTested && failed.length === 0 ? 0 : 1;
