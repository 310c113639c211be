import { renameSync, writeFileSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The answer of every fake to `version`, in the form of the real program. */
export const FAKE_VERSION = '1.13.7 (installer 1.13.4)';

const HELP = `printf '%s\\n' 'Obsidian CLI

Usage: obsidian <command> [options]

Options:
  vault=<name>          Target a specific vault by name

Commands:
  files                 List files in the vault
    total               - Return file count

  shelf:dust            Dust the shelf, a command of a plugin
    room=<name>         - Which room (required)


Developer:
  dev:sniff             Sniff at the app'`;

/**
 * A tiny program with the grammar of the real one and one behavior, written in shell so that it starts in two milliseconds.
 * The realistic one, which works on a folder of notes, is the stand-in: see `resident-stand-in.ts`.
 */
export interface FakeCli {
  readonly path: string;
  /** The arguments of every call so far except those the bridge makes on its own: `version`, `help` and `vaults verbose`. */
  calls(): Promise<string[][]>;
  /** The arguments of every call so far. */
  allCalls(): Promise<string[][]>;
  /** The arguments of every call since this was last read. */
  newCalls(): Promise<string[][]>;
  /** The lines that the program has written with `mark`. */
  marks(): Promise<string[]>;
  /** Lets the calls that wait with `await_gate` continue. */
  openGate(): Promise<void>;
}

/**
 * Writes a fake program to a folder.
 * @param behavior shell lines that answer a command, with the arguments in `$@`, the command in `$command`, the vault
 * in `$vault`, and at hand `mark TEXT`, which leaves a line in a file, `marks`, which prints them, and `await_gate`,
 * which waits for {@link FakeCli.openGate}
 * @param version shell lines that answer `version`
 * @param help shell lines that answer `help`
 */
export async function writeFakeCli(
  folder: string,
  behavior: string,
  { name = 'obsidian', version = `echo '${FAKE_VERSION}'`, help = HELP } = {},
): Promise<FakeCli> {
  const path = join(folder, name);
  const script = `#!/bin/sh
# A call is one record: how many arguments, then each, all ended by NUL.
printf '%s\\0' "$#" "$@" >> '${path}.calls'
mark() { printf '%s\\n' "$*" >> '${path}.marks'; }
# Ends with the folder, too: a host that was killed leaves its program running.
await_gate() { while [ ! -e '${path}.gate' ] && [ -e '${path}' ]; do sleep 0.02; done; }
marks() { cat '${path}.marks'; }
command=$1
vault=
case $command in vault=*) vault=\${1#vault=} command=$2 ;; esac
case $command in
version)
${version}
exit ;;
help)
${help}
exit ;;
esac
${behavior}
`;
  await Promise.all(['calls', 'marks'].map((kind) => writeFile(`${path}.${kind}`, '')));
  writeProgram(path, script);
  const allCalls = async (): Promise<string[][]> => readCalls(await readFile(`${path}.calls`, 'utf8'));
  let position = 0;
  return {
    path,
    allCalls,
    newCalls: async () => {
      const file = await open(`${path}.calls`);
      try {
        const bytes = Buffer.alloc((await file.stat()).size - position);
        await file.read(bytes, 0, bytes.length, position);
        position += bytes.length;
        return readCalls(bytes.toString('utf8'));
      } finally {
        await file.close();
      }
    },
    calls: async () => (await allCalls()).filter((words) => !isProbe(words)),
    marks: async () => (await readFile(`${path}.marks`, 'utf8')).split('\n').filter(Boolean),
    openGate: () => writeFile(`${path}.gate`, ''),
  };
}

/**
 * Writes a script that can be run immediately, even in place of one that is being started. In one go: a process that is started
 * while the file is open for writing would inherit it, and the system runs none that is open.
 */
export function writeProgram(path: string, script: string): void {
  writeFileSync(`${path}.new`, script, { mode: 0o755 });
  renameSync(`${path}.new`, path);
}

function readCalls(records: string): string[][] {
  const words = records.split('\0').slice(0, -1);
  const calls: string[][] = [];
  for (let index = 0; index < words.length;) {
    const count = Number(words[index]);
    calls.push(words.slice(index + 1, index + 1 + count));
    index += 1 + count;
  }
  return calls;
}

/** Whether the bridge makes a call with these arguments on its own, with or without a vault. */
export function isProbe(words: readonly string[]): boolean {
  const [command, ...rest] = words.filter((word) => !word.startsWith('vault='));
  if (command === 'vaults') return rest.join() === 'verbose';
  return rest.length === 0 && (command === 'version' || command === 'help');
}

/**
 * Shell text that starts a child that keeps printing for as long as anybody reads. The child starts nothing and never
 * sleeps, so that it pauses at no load.
 */
export const CHATTY_CHILD = '(while echo more; do :; done) &';

/** Behaviors by name: shell lines for {@link writeFakeCli}. */
export const BEHAVIORS = {
  /** Prints its arguments, each ended by NUL. */
  echo: `printf '%s\\0' "$@"`,
  silent: ':',
  hang: `printf 'so far'; printf 'and there' >&2; exec sleep 60`,
  /** Ignores SIGTERM, and so do its children. */
  stubborn: `trap '' TERM; mark "pid $$"; printf 'so far'; sleep 60; sleep 60`,
  exits7: `printf 'half an answer'; printf 'the disk is full' >&2; exit 7`,
  ownSignal: `printf 'half an answer'; kill -TERM $$; sleep 1`,
  killed: 'kill -KILL $$; sleep 1',
  fileNotFound: `echo 'Error: File "x.md" not found.'`,
  brokenUtf8: `printf 'good \\377\\376 bad \\303'`,
  /** A child that outlives the program and keeps its pipes open, silently. */
  orphan: `sleep 30 & mark "orphan $!"; echo done`,
  /** A child that outlives the program and keeps printing. */
  chattyOrphan: `echo done; ${CHATTY_CHILD} mark "orphan $!"`,
  /** A child that outlives the program, keeps its pipes open and ignores SIGTERM. */
  deafOrphan: `(trap '' TERM; sleep 30) & mark "orphan $!"; echo done`,
  /** A program that hangs, with a child that closes the pipes and ignores SIGTERM. */
  hiddenOrphan: `echo done; (trap '' TERM; exec sleep 30) > /dev/null 2>&1 & mark "orphan $!"; exec sleep 30`,
  /** A program that hangs, and ends at SIGTERM, with a child that does not. */
  stubbornOrphan: `echo done; (trap '' TERM; sleep 30) & mark "orphan $!"; exec sleep 30`,
} as const;

/** Shell lines that print this many bytes. */
export function printing(bytes: number): string {
  return `head -c ${bytes} /dev/zero | tr '\\0' x`;
}
