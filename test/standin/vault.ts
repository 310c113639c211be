import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/standin/program';
import type { Answer } from '../../src/standin/program';
import { readSwitches } from '../../src/standin/switches';
import { withPrefix } from './run';

/** A vault for one test file, in its own folder. */
export interface TestVault {
  /** The folder around the vault, in which nothing but the trash may ever change. */
  readonly around: string;
  readonly root: string;
  /** Writes a file in the vault. */
  readonly put: (path: string, text: string) => void;
  /** Runs a command in this process, optionally with switches (without their common prefix). */
  readonly ask: (argv: readonly string[], switches?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The text that a command prints. */
  readonly say: (...argv: string[]) => Promise<string>;
  readonly remove: () => void;
}

/** Creates a vault with some files. */
export function makeVault(files: Readonly<Record<string, string>>, name = 'Test Vault'): TestVault {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'standin-test-')));
  const root = join(around, name);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, '.obsidian'), { recursive: true });
  for (const [path, text] of Object.entries(files)) put(path, text);
  const ask: TestVault['ask'] = (argv, switches = {}) => {
    const environment = { VAULTS: root, NOW: '2025-11-12T09:05:00', ...switches };
    return run(argv, readSwitches(withPrefix(environment)));
  };
  return {
    around,
    root,
    put,
    ask,
    say: async (...argv) => (await ask(argv)).text,
    remove: () => rmSync(around, { recursive: true, force: true }),
  };
}
