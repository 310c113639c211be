import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '../../src/bridge/cli/program';
import { built } from './built';
import { makeFolder } from './folder';
import type { TestScope } from './test-scope';

/** The stand-in program over a fresh copy of the sample vault. */
export async function standIn(test: TestScope): Promise<{
  program: Program;
  environment: NodeJS.ProcessEnv;
  vault: string;
}> {
  const vault = join(await makeFolder(test), 'sample-vault');
  await cp(built.sampleVault, vault, { recursive: true });
  return {
    program: { file: process.execPath, leadingArguments: [built.standIn] },
    environment: {
      ...process.env,
      OBSIDIAN_STANDIN_VAULTS: vault,
      OBSIDIAN_STANDIN_NOW: '2025-11-20T10:00:00',
    },
    vault,
  };
}
