import { rm } from 'node:fs/promises';
import { writeFakeCli } from '../kit/fake-cli';
import type { FakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';

/** `slow` takes a while; `held` leaves its process id and runs until the gate is opened. */
const BEHAVIOR = `case $command in
  vaults) printf 'Test vault\\nWork\\nPérsonal\\n' ;;
  vault) printf 'name\\t%s\\n' "$vault" ;;
  files) echo "$vault/note.md" ;;
  slow) sleep 0.6; echo "done slowly" ;;
  held) mark $$; await_gate; echo "done at last" ;;
  *) echo "Error: Command \\"$command\\" not found. It may require a plugin to be enabled." ;;
esac`;
const HELP = `printf 'Obsidian CLI\\n\\nCommands:\\n  slow                  Take a while\\n  held                  Wait\\n  daily:append          Add to today\\n\\n'`;

/** The commands of a plugin that the fake program has: dangerous, so that settings must trust them. */
export const TRUSTED = ['slow', 'held'];

/** A fake program that can be taken away while it is in use. */
export interface TestProgram extends FakeCli {
  remove(): Promise<void>;
}

/** A program in a folder of its own that answers a few commands as the official one does, or only with these lines. */
export async function makeProgram(
  test: TestScope,
  behavior = BEHAVIOR,
  options: Parameters<typeof writeFakeCli>[2] = { help: HELP },
): Promise<TestProgram> {
  const cli = await writeFakeCli(await makeFolder(test), behavior, options);
  return { ...cli, remove: () => rm(cli.path) };
}
