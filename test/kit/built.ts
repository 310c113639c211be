import { join } from 'node:path';
import { inject } from 'vitest';

/** What ships, as it was built for this run of the tests. */
export interface Built {
  readonly plugin: string;
  readonly standalone: string;
  readonly standIn: string;
  readonly relay: string;
  readonly extension: string;
  readonly sampleVault: string;
}

const folder = inject('built');

export const built: Built = {
  plugin: join(folder, 'main.js'),
  standalone: join(folder, 'dist', 'standalone.mjs'),
  standIn: join(folder, 'dist', 'obsidian-standin.mjs'),
  relay: join(folder, 'dist', 'relay.mjs'),
  extension: join(folder, 'dist', 'cli-bridge.mcpb'),
  sampleVault: join(folder, 'dist', 'sample-vault'),
};
