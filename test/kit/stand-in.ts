import type { Program } from '../../src/bridge/cli/program';
import { built } from './built';
import { sampleVault } from './sample-vault';
import type { TestScope } from './test-scope';

/** The stand-in program over a fresh copy of the sample vault. */
export async function standIn(test: TestScope): Promise<{
  program: Program;
  environment: NodeJS.ProcessEnv;
  vault: string;
}> {
  const vault = await sampleVault(test);
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
