import { performance } from 'node:perf_hooks';
import type { CliTurn } from '../../cli/turn';
import { ObsidianCli } from '../../cli/obsidian-cli';
import type { KnownVault } from '../../cli/obsidian-cli';
import { isSameName } from './vault-choice';

/** How long a list is valid for a name that it has exactly once. People rarely add vaults. */
const KEPT_MS = 5 * 60_000;
/** How long it is valid for other names, such as ids, ambiguous names and new vaults. */
const KEPT_IN_DOUBT_MS = 30_000;

/** The vaults that the app knows, cached for a while. */
export class KnownVaults {
  private vaults: readonly KnownVault[] = [];
  private readAt = -Infinity;

  /**
   * The vaults, for looking up this name; undefined if the program does not answer, empty if its answer is not a list.
   * @param mostMs how old the list may be, in milliseconds
   */
  async list(name: string, turn: CliTurn, mostMs = KEPT_MS): Promise<readonly KnownVault[] | undefined> {
    const found = this.vaults.filter((vault) => isSameName(vault.name, name)).length;
    const keptMs = Math.min(mostMs, found === 1 ? KEPT_MS : KEPT_IN_DOUBT_MS);
    if (performance.now() - this.readAt < keptMs) return this.vaults;
    const cli = new ObsidianCli(turn, undefined);
    const vaults = (await cli.vaults()) ?? [];
    if (cli.isUnanswered) return undefined;
    if (vaults.length > 0) {
      this.vaults = vaults;
      this.readAt = performance.now();
    }
    return vaults;
  }

  /** Has the next look-up ask the program again. */
  forget(): void {
    this.readAt = -Infinity;
  }

  /** The only vault that the app knows; undefined if it knows several, or if the program does not answer. */
  async only(turn: CliTurn, mostMs: number): Promise<KnownVault | undefined> {
    const vaults = await this.list(this.vaults[0]?.name ?? '', turn, mostMs);
    return vaults?.length === 1 ? vaults[0] : undefined;
  }
}
