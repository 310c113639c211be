import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import documented from '../fixtures/documented-commands.json';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { FAKE_VERSION, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';

/** What the program prints during one request. */
export interface Answers {
  /**
   * By command; nothing for one that is not named. A command that is asked with `format=json` or the flag `total` may have
   * another answer: `files+total`.
   */
  readonly said: Readonly<Record<string, string>>;
  /** For all commands that are not named. */
  readonly otherwise?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** A bridge whose program the test tells what to print, in real processes. */
export interface Told extends Served {
  tell(answers: Answers): Promise<void>;
  /** The commands that were asked in {@link VAULT} since this was called last. */
  asked(): Promise<string[]>;
}

/** The vault that a test names, so that its calls can be distinguished from those that the bridge makes by itself. */
export const VAULT = 'Told';

/** A program that offers every documented command, and prints what the test says. */
const BEHAVIOR = `if [ -z "$vault" ]; then
[ "$command" != vaults ] || printf '${VAULT}\\t/home/me/${VAULT}\\n'
exit; fi
key=$command
for word do case $word in format=json) key=$command+json ;; total) key=$command+total ;; esac; done
said=$0.answers/$key
[ -e "$said" ] || said=$0.answers/otherwise
[ ! -e "$0.answers/stderr" ] || cat "$0.answers/stderr" >&2
code=0
[ ! -e "$0.answers/exit" ] || read -r code < "$0.answers/exit"
[ ! -e "$said" ] || cat "$said"
exit "$code"`;

/** Starts a bridge over such a program, and waits until the bridge knows it for the Obsidian CLI. */
export async function serveTold(test: TestScope): Promise<Told> {
  const names = documented.map(({ command }) => `  ${command.padEnd(22)}What it does`);
  const help = `cat <<'END'\nObsidian CLI\n\nUsage: obsidian <command> [options]\n\nCommands:\n${names.join('\n')}\nEND`;
  const unlessCalled = (usual: string): string => `if [ -z "$vault" ]; then\n${usual}\nexit; fi\n${BEHAVIOR}`;
  const folder = await makeFolder(test);
  const cli = await writeFakeCli(folder, BEHAVIOR, {
    version: unlessCalled(`echo '${FAKE_VERSION}'`),
    help: unlessCalled(help),
  });
  const answers = `${cli.path}.answers`;
  const program = { file: cli.path, leadingArguments: [] };
  const served = await serve(test, { program }, { allowDangerousCommands: true });
  await until('the program is recognized', () => served.bridge.status().cli.recognized);
  return {
    ...served,
    tell: async ({ said, otherwise, stderr, exitCode }) => {
      await rm(answers, { recursive: true, force: true });
      await mkdir(answers);
      const exit = exitCode === undefined ? undefined : `${exitCode}\n`;
      for (const [name, text] of Object.entries({ ...said, otherwise, stderr, exit })) {
        if (text !== undefined) await writeFile(join(answers, name), text);
      }
    },
    asked: async () =>
      (await cli.newCalls())
        .filter(([first]) => first === `vault=${VAULT}`)
        .map(([, command = '']) => command),
  };
}
