import type { CliTurn } from '../cli/client';
import type { ObsidianCli } from '../cli/obsidian-cli';
import type { KnownVaults } from '../commands/check/known-vaults';
import { isHost, isSameName } from '../commands/check/vault-choice';
import type { HostVault } from '../commands/check/vault-choice';
import type { NoteStore } from './note-store';

/** Where the notes of the vaults can be reached. */
interface StoreSources {
  readonly hostVault: HostVault | undefined;
  /** The notes of the vault that the host runs in. */
  readonly notes?: NoteStore | undefined;
  /** Opens a vault by its folder, where the host may touch the file system; undefined where there is no such folder. */
  readonly openFolder?: ((folder: string) => Promise<NoteStore | undefined>) | undefined;
  readonly vaults: KnownVaults;
}

/** The note stores of all vaults that the host can reach. */
export class NoteStores {
  constructor(private readonly sources: StoreSources) {}

  /** The store of a vault that needs no process to be found: that of the host. */
  own(vault: string | undefined): NoteStore | undefined {
    const { hostVault, notes } = this.sources;
    return vault !== undefined && isHost(vault, hostVault) ? notes : undefined;
  }

  /** Whether {@link reach} may find a store: false spares its questions. */
  mayReach(vault: string | undefined): boolean {
    return this.sources.openFolder !== undefined || this.own(vault) !== undefined;
  }

  /**
   * The store of a vault, in the turn of a call; undefined where its notes cannot be reached.
   * @param vault undefined for the one in front
   * @param cli asks which folder that is, where no list tells
   */
  async reach(vault: string | undefined, turn: CliTurn, cli: ObsidianCli): Promise<NoteStore | undefined> {
    const { openFolder, vaults } = this.sources;
    const own = this.own(vault);
    if (own || !openFolder) return own;
    const folder = await this.folderOf(vault, turn, vaults, cli);
    return folder === undefined ? undefined : openFolder(folder);
  }

  /** The folder of a vault; undefined where the program does not tell, or knows two of that name. */
  private async folderOf(
    vault: string | undefined,
    turn: CliTurn,
    vaults: KnownVaults,
    cli: ObsidianCli,
  ): Promise<string | undefined> {
    if (vault === undefined) return cli.vaultInfo('path');
    const known = (await vaults.list(vault, turn)) ?? [];
    const named = known.filter(({ name }) => isSameName(name, vault));
    // The id of a vault is not in the list.
    return named.length === 0 ? cli.vaultInfo('path') : named.length === 1 ? named[0]?.path : undefined;
  }
}
