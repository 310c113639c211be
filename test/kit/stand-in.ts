import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../../src/bridge/cli/spawn';
import { built } from './built';

/** The stand-in program over a fresh copy of the sample vault. */
export async function standIn(): Promise<{
  program: Program;
  environment: NodeJS.ProcessEnv;
  vault: string;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-stand-in-'));
  const vault = join(folder, 'sample-vault');
  await cp(built.sampleVault, vault, { recursive: true });
  return {
    program: { file: process.execPath, leadingArguments: [built.standIn] },
    environment: { OBSIDIAN_STANDIN_VAULTS: vault, OBSIDIAN_STANDIN_NOW: '2025-11-20T10:00:00' },
    vault,
  };
}
