#!/usr/bin/env node
import { parseArguments } from './arguments';
import { NOISE } from './noise';
import { print } from './print';
import { run } from './program';
import { received } from './request-limit';
import { readSwitches, selects } from './switches';
import type { Switches } from './switches';
import { trace } from './trace';

const APP_CLOSED =
  'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.\n';

/** An answer that is not a known one, as from an app that answers in the language of its user. */
const FOREIGN_WORDS = 'Erledigt.';

/** What the exit code is when nobody knows what the real program prints. */
const NOT_KNOWN = 70;

const argv = process.argv.slice(2);
const switches = switchesOrExit();
const { command } = parseArguments(argv);
const request = received(argv, switches.requestLimit);
if (switches.trace !== undefined) trace(switches.trace, argv);
if (switches.ignoreSignals) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
}
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

/** A line break is added where it is missing, and an empty answer prints nothing. */
function asPrinted(text: string): string {
  if (selects(switches.silent, command)) return '';
  const said = selects(switches.foreignWords, command) ? FOREIGN_WORDS : text;
  return said === '' || said.endsWith('\n') ? said : `${said}\n`;
}

function stayForever(): void {
  setInterval(() => undefined, 2 ** 30);
}
