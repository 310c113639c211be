/**
 * Preloaded into a host (`--import`). Asked for `stall` over IPC, it reports the longest time that the event loop was held since
 * it was last asked; asked for `memory`, how many bytes are in use once all garbage is collected.
 *
 * `wall` is what a user of the app would have noticed. `busy` is the processor time of that stretch, where that is less:
 * it stays the same when other programs keep the processor from the host.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

let [wall, busy] = [0, 0];
let last = { at: performance.now(), cpu: process.cpuUsage() };
setInterval(() => {
  const now = { at: performance.now(), cpu: process.cpuUsage() };
  const cpu = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1000;
  // The histogram misses a single long stall now and then.
  wall = Math.max(wall, now.at - last.at);
  busy = Math.max(busy, Math.min(cpu, now.at - last.at));
  last = now;
}, 1).unref();

function memory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What the first frees may hold buffers, which are freed with their owners.
  for (let round = 0; round < 2; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on('message', (word) => {
  if (word === 'memory') process.send(memory());
  if (word !== 'stall') return;
  process.send({ wall: Math.max(wall, delays.max / 1e6), busy, resident: process.memoryUsage().rss });
  delays.reset();
  [wall, busy] = [0, 0];
});
process.channel?.unref();
