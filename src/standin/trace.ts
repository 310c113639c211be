import { appendFileSync } from 'node:fs';

/**
 * Appends a line for the start of this process and one for its end, so that a test can see whether two ran at once.
 * Times are in milliseconds of the system's monotonic clock, which all processes share; the start is when the process was
 * created, not when this line was reached.
 */
export function trace(file: string, argv: readonly string[]): void {
  const write = (event: 'start' | 'end', time: number): void => {
    appendFileSync(file, `${JSON.stringify({ event, pid: process.pid, time, argv })}\n`);
  };
  // In this order: a pause between the two readings must not make the start look earlier than it was.
  const age = performance.now();
  write('start', milliseconds() - age);
  process.on('exit', () => write('end', milliseconds()));
}

function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
