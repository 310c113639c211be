#!/usr/bin/env node
import { appendFileSync, writeSync } from 'node:fs';
import { parseArguments } from './arguments';
import { NOISE, run } from './program';
import { received } from './request-limit';
import { readSwitches, selects } from './switches';
import type { Switches } from './switches';

const APP_CLOSED =
  'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.\n';

/** An unexpected answer, as from an app in another language. */
const FOREIGN_WORDS = 'Erledigt.';

/** The exit code when the real program's reply is unknown. */
const NOT_KNOWN = 70;

const argv = process.argv.slice(2);
const switches = switchesOrExit();
const { command } = parseArguments(argv);
const request = received(argv, switches.requestLimit);
if (switches.ignoreSignals) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
}
if (switches.trace !== undefined) trace(switches.trace, argv);
if (selects(switches.hang, command) || request === 'hang') stayForever();
else if (switches.delay > 0) setTimeout(() => void main(), switches.delay);
else void main();

function switchesOrExit(): Switches {
  try {
    return readSwitches(process.env);
  } catch (error) {
    print(2, `${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  if (switches.appClosed) return reportClosedApp();
  if (typeof request === 'string') return;
  const { text, failed, isAppClosed, isNotKnown } = await run(request, switches);
  if (isAppClosed) return reportClosedApp();
  if (isNotKnown) return exitWith(NOT_KNOWN, `${text}\n`);
  const answer = asPrinted(text);
  const noise = switches.noise ? NOISE : '';
  if (failed && switches.strict) {
    print(1, noise);
    exitWith(1, answer);
  } else {
    print(1, noise + answer);
  }
  if (selects(switches.lostReply, command)) stayForever();
}

function reportClosedApp(): void {
  exitWith(1, APP_CLOSED);
}

function exitWith(code: number, text: string): void {
  print(2, text);
  process.exitCode = code;
}

/** Adds a missing final line break. An empty answer prints nothing. */
function asPrinted(text: string): string {
  if (selects(switches.silent, command)) return '';
  const said = selects(switches.foreignWords, command) ? FOREIGN_WORDS : text;
  return said === '' || said.endsWith('\n') ? said : `${said}\n`;
}

function stayForever(): void {
  setInterval(() => undefined, 2 ** 30);
}

/**
 * Prints all of a text on stdout (1) or stderr (2) before the process can exit. Writes to the descriptor, because setting
 * up Node's streams takes some milliseconds and the program starts for every call.
 */
function print(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    // A full non-blocking pipe: the stream can wait for it. A reader that has closed the pipe is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    stream.on('error', () => undefined);
    stream.write(rest);
  }
}

/**
 * Appends a line for the start and the end of this process, so a test can see whether two ran at once. Times are
 * milliseconds of the system's monotonic clock, which all processes share. The start is when the process was created.
 */
function trace(file: string, argv: readonly string[]): void {
  const write = (event: 'start' | 'end', time: number): void => {
    appendFileSync(file, `${JSON.stringify({ event, pid: process.pid, time, argv })}\n`);
  };
  // In this order, a pause between the two readings cannot make the start look too early.
  const age = performance.now();
  write('start', milliseconds() - age);
  process.on('exit', () => write('end', milliseconds()));
}

function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
