import { spawn } from 'node:child_process';

// Only a process and its output: runs the program on request and reports how long that took.
const [file, ...args] = process.argv.slice(2);
process.on('message', () => {
  const started = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.on('close', () => process.send(performance.now() - started));
});
process.send({ port: 0 });
