import { execFile } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { NotKnown } from '../../src/standin/failure';
import { received } from '../../src/standin/request-limit';
import { NOISE, run } from '../../src/standin/program';
import { readSwitches } from '../../src/standin/switches';
import { isProbe, writeProgram } from './fake-cli';
import { makeFolder } from './folder';
import { isRunning } from './processes';
import { sampleVault } from './sample-vault';
import type { TestScope } from './test-scope';

/** What the stand-in says when it is unknown what the real program prints: on stderr, with exit code 70. */
const NOT_KNOWN = `${new NotKnown().message}\n`;

/** One call of the program, a process that waits for its answer. */
interface ProgramCall {
  readonly argv: readonly string[];
  /** Without the vault. */
  readonly command: string;
  readonly pid: number;
}

/**
 * Answers a call in place of the stand-in.
 * @param work does what the stand-in does, and returns what it prints
 * @returns what the process prints; undefined for nothing, ever
 */
type Answering = (call: ProgramCall, work: () => Promise<string | undefined>) => Promise<string | undefined>;

/** The stand-in over a vault: each call is a real process, answered from here, so that one takes a few milliseconds. */
export interface ResidentStandIn {
  /** The program to run. */
  readonly program: { readonly file: string; readonly leadingArguments: readonly string[] };
  /** Every call so far except those that the bridge makes on its own. */
  readonly calls: ProgramCall[];
  /** Changes how calls are answered, except those that the bridge makes on its own. */
  answering: Answering;
  /** Whether all its answers are that the command line interface is not enabled. */
  isSwitchedOff: boolean;
}

/**
 * Starts it; it ends with the test.
 * @param environment switches of the stand-in, with their prefix
 */
export async function residentStandIn(
  test: TestScope,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ResidentStandIn> {
  const folder = await makeFolder(test);
  const file = join(folder, 'obsidian');
  const [requests, replies] = [join(folder, 'requests'), join(folder, 'replies')];
  await moveFifoTo(requests);
  await moveFifoTo(replies);
  // Each request is one record: its process, how many arguments it has, and each of them, all ended by NUL.
  const ask = `printf '%s\\0' "$$" "$#" "$@" > '${requests}'\nexec 3< '${replies}'`;
  // The first line of a reply is the exit code; it is read to its end and no further.
  const tell = 'read -r code <&3\n[ "$code" = 0 ] && exec cat <&3\ncat <&3 >&2\nexit "$code"';
  writeProgram(file, `#!/bin/sh\n${ask}\n${tell}\n`);

  const switches = readSwitches(environment);
  const resident: ResidentStandIn = {
    program: { file, leadingArguments: [] },
    calls: [],
    answering: (_call, work) => work(),
    isSwitchedOff: false,
  };
  const work = async (argv: readonly string[]): Promise<string | undefined> => {
    const request = received(argv, switches.requestLimit);
    if (typeof request === 'string') return request === 'hang' ? undefined : '';
    const { text } = await run(request, {
      ...switches,
      disabled: switches.disabled || resident.isSwitchedOff,
    });
    const answer = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return switches.noise ? NOISE + answer : answer;
  };
  const answered = (call: ProgramCall): Promise<string | undefined> => {
    if (isProbe(call.argv)) return work(call.argv);
    resident.calls.push(call);
    return resident.answering(call, () => work(call.argv));
  };
  const answer = async (call: ProgramCall): Promise<void> => {
    const text = await answered(call);
    if (text === undefined) return;
    await reply(replies, call.pid, `${text === NOT_KNOWN ? 70 : 0}\n${text}`);
  };

  // Open for writing, too: it does not end when a process closes it.
  const fd = openSync(requests, constants.O_RDWR | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false });
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let taken = takeRequest(rest); taken; taken = takeRequest(rest)) {
      rest = rest.subarray(taken.length);
      void answer(taken.call);
    }
  });
  test.onTestFinished(() => socket.destroy());
  return resident;
}

/** Made and not used yet. They are made together, because starting a process from here takes about 10 ms. */
const fifos: string[] = [];

async function moveFifoTo(path: string): Promise<void> {
  if (fifos.length === 0) {
    const folder = await mkdtemp(join(inject('built'), 'fifos-'));
    const made = Array.from({ length: 100 }, (_none, index) => join(folder, String(index)));
    await promisify(execFile)('mkfifo', made);
    fifos.push(...made);
  }
  await rename(fifos.pop() ?? '', path);
}

/** A fresh copy of the sample vault, and the resident stand-in over it. @param switches of the stand-in, with their prefix */
export async function residentVault(
  test: TestScope,
  switches: Readonly<Record<string, string>> = {},
): Promise<{
  readonly standIn: ResidentStandIn;
  readonly program: ResidentStandIn['program'];
  readonly vault: string;
}> {
  const vault = await sampleVault(test);
  const standIn = await residentStandIn(test, {
    OBSIDIAN_STANDIN_VAULTS: vault,
    OBSIDIAN_STANDIN_NOW: '2025-11-20T10:00:00',
    ...switches,
  });
  return { standIn, program: standIn.program, vault };
}

function takeRequest(bytes: Buffer): { readonly call: ProgramCall; readonly length: number } | undefined {
  const fields: string[] = [];
  let [at, wanted] = [0, 2];
  while (fields.length < wanted) {
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    fields.push(bytes.toString('utf8', at, end));
    at = end + 1;
    if (fields.length === 2) wanted += Number(fields[1]);
  }
  const [pid = '', , ...argv] = fields;
  const command = argv.find((word) => !word.startsWith('vault=')) ?? '';
  return { call: { argv, command, pid: Number(pid) }, length: at };
}

/** Answers by way of the process, if it lives. */
async function reply(replies: string, pid: number, text: string): Promise<void> {
  while (isRunning(pid)) {
    const fd = openedEnd(replies);
    if (fd !== undefined) {
      const socket = new Socket({ fd, readable: false, writable: true });
      socket.on('error', () => undefined);
      socket.end(text);
      return;
    }
    await setTimeout(1);
  }
}

/** Undefined as long as the process has not opened its own end. */
function openedEnd(replies: string): number | undefined {
  try {
    return openSync(replies, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
