import cp from 'node:child_process';
import fs from 'node:fs';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
const g = globalThis as any;
if (!g.__patched) {
  g.__patched = true; g.__n = 0;
  const P = (cp as any).ChildProcess.prototype; const s = P.spawn;
  P.spawn = function (...a: any[]) { g.__n++; return s.apply(this, a); };
}
const kids = () => { const f = fs.readFileSync('/proc/self/stat','utf8').split(') ')[1]!.split(' '); return (Number(f[13]) + Number(f[14])) * 10; };
const self = () => { const c = process.cpuUsage(); return Math.round((c.user + c.system) / 1000); };
const start = g.__n; const t0 = performance.now(); const c0 = self(), k0 = kids();
let ready = 0;
let b = [0,0,0,0] as number[];
beforeEach(() => { if (!ready) ready = self() - c0; b = [self(), kids(), g.__n, performance.now()]; });
afterEach(() => { const s = self() - b[0]!, k = kids() - b[1]!, w = performance.now() - b[3]!; if (s + k > 200 || w > 1500) fs.appendFileSync('/tmp/tp/each.jsonl', JSON.stringify({ file: expect.getState().testPath!.split('/test/')[1], t: expect.getState().currentTestName, cpu: s, kids: k, n: g.__n - b[2]!, w: Math.round(w) }) + '\n'); });
afterAll(() => {
  fs.appendFileSync('/tmp/tp/files.jsonl', JSON.stringify({ file: expect.getState().testPath!.split('/test/')[1], n: g.__n - start, w: Math.round(performance.now() - t0), load: ready, cpu: self() - c0, kids: kids() - k0, rss: Math.round(process.memoryUsage().rss/1e6) }) + '\n');
});
