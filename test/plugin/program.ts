import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestProgram {
  readonly folder: string;
  readonly path: string;
  dispose(): Promise<void>;
}

/** `slow` runs long enough for anything to happen meanwhile and leaves its process id, so that a test can look for it. */
const SCRIPT = `#!/bin/sh
case "$1" in vault=*) vault=\${1#vault=}; shift ;; esac
case "$1" in
  version) echo "1.13.7 (installer 1.13.4)" ;;
  help) printf 'Obsidian CLI\\n\\nCommands:\\n  slow                  Take a while\\n\\n' ;;
  vaults) printf 'Test vault\\nWork\\nPérsonal\\n' ;;
  vault) printf 'name\\t%s\\n' "$vault" ;;
  files) echo "$vault/note.md" ;;
  slow) echo $$ > "$(dirname "$0")/slow.pid"; sleep 0.6; echo "done slowly" ;;
  *) echo "Error: Command \\"$1\\" not found. It may require a plugin to be enabled." ;;
esac
`;

/** A tiny program in a folder of its own that answers as the official one does; a real child process for every call. */
export async function makeProgram(script = SCRIPT): Promise<TestProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-program-'));
  const path = join(folder, 'obsidian');
  await writeFile(path, script);
  await chmod(path, 0o755);
  return { folder, path, dispose: () => rm(folder, { recursive: true, force: true }) };
}
