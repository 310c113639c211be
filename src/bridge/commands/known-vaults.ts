import { performance } from 'node:perf_hooks';
import type { CliTurn } from '../cli/client';
import { ask, textOf } from './ask';
import { parseVaults } from './vault-choice';
import type { KnownVault } from './vault-choice';

/** How long a list of vaults counts: people rarely add one. */
const KEPT_MS = 30_000;

/** The vaults that the app knows, asked for in the turn of a call and kept a moment. */
export class KnownVaults {
  private vaults: readonly KnownVault[] = [];
  private readAt = -Infinity;

  /** The vaults; none when the program cannot tell now. */
  async list(turn: CliTurn): Promise<readonly KnownVault[]> {
    if (performance.now() - this.readAt < KEPT_MS) return this.vaults;
    const answer = await ask(turn, { command: 'vaults', flags: ['verbose'] });
    this.vaults = parseVaults(textOf(answer) ?? '');
    this.readAt = performance.now();
    return this.vaults;
  }
}
