#!/usr/bin/env node
import { parseArguments } from './arguments';
import { print } from './print';
import { run } from './program';
import { readSwitches } from './switches';
import type { Switches } from './switches';
import { trace } from './trace';

/** What an outdated installer prints first, on stdout (observed with installers before 1.12.4). */
const NOISE =
  '2026-09-15 12:05:01 Loading updated app package /opt/Obsidian/resources/obsidian.asar\n' +
  'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md/download\n';

const APP_CLOSED =
  'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.\n';

const argv = process.argv.slice(2);
const switches = readSwitches(process.env);
if (switches.trace !== undefined) trace(switches.trace, argv);
if (switches.ignoreSignals) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
}
if (hangs(switches)) setInterval(() => undefined, 2 ** 30);
else if (switches.delay > 0) setTimeout(() => void main(), switches.delay);
else void main();

async function main(): Promise<void> {
  if (switches.appClosed) {
    print(2, APP_CLOSED);
    process.exitCode = 1;
    return;
  }
  const { text, failed } = await run(argv, switches);
  const answer = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const noise = switches.noise ? NOISE : '';
  if (failed && switches.strict) {
    print(1, noise);
    print(2, answer);
    process.exitCode = 1;
  } else {
    print(1, noise + answer);
  }
}

function hangs({ hang }: Switches): boolean {
  return hang === 'always' || (hang.size > 0 && hang.has(parseArguments(argv).command));
}
