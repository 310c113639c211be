import type { CliTurn } from '../../cli/turn';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import type { KnownVaults } from '../vault/known-vaults';
import { isHost, isSameName } from '../vault/vault-choice';
import type { HostVault } from '../vault/vault-choice';
import { orUnknown } from '../../notes/note-store';
import type { NoteStore, PathKind } from '../../notes/note-store';
import { VisibleStore } from '../../notes/visible-store';

/** How old the place of a vault may be, in milliseconds: the user may move it at any time. */
const FOLDER_MS = 10_000;

interface StoreSources {
  readonly hostVault: HostVault | undefined;
  /** The note store of the host's own vault. */
  readonly notes?: NoteStore | undefined;
  /** Opens a vault by its folder, or returns undefined if there is none. Absent if the host may not use the file system. */
  readonly openFolder?: ((folder: string) => Promise<NoteStore | undefined>) | undefined;
  readonly vaults: KnownVaults;
}

/** The note stores of all vaults that the host can reach. */
export class NoteStores {
  constructor(private readonly sources: StoreSources) {}

  /** The same stores as somebody sees them for whom a part of the vault is private. */
  seenThrough(hides: (path: string) => boolean): NoteStores {
    const { notes, openFolder } = this.sources;
    const seen = (store: NoteStore | undefined) => store && new VisibleStore(store, hides);
    return new NoteStores({
      ...this.sources,
      notes: seen(notes),
      openFolder: openFolder && (async (folder) => seen(await openFolder(folder))),
    });
  }

  /** The note store of the host's own vault, which can be found without a process. */
  own(vault: string | undefined): NoteStore | undefined {
    const { hostVault, notes } = this.sources;
    return vault !== undefined && isHost(vault, hostVault) ? notes : undefined;
  }

  /** One name for a vault, whichever of its names a call gives. */
  nameOf(vault: string | undefined): string | undefined {
    const { hostVault } = this.sources;
    return vault !== undefined && isHost(vault, hostVault) ? (hostVault?.id ?? hostVault?.name) : vault;
  }

  /** Whether only the bridge that runs in a vault can reach its notes. Starts no process. */
  isRemote(vault: string | undefined): vault is string {
    const { hostVault, openFolder } = this.sources;
    return vault !== undefined && hostVault !== undefined && !openFolder && this.own(vault) === undefined;
  }

  /** Whether the bridge can change the notes of a vault itself, as far as that is known without a process. */
  mayChange(vault: string | undefined): boolean {
    return this.mayReach(vault) || this.isRemote(vault);
  }

  /** Whether {@link reach} might find a note store. Starts no process. */
  mayReach(vault: string | undefined): boolean {
    return this.sources.openFolder !== undefined || this.own(vault) !== undefined;
  }

  /**
   * The note store of a vault, found in the turn of a call; undefined if it cannot be reached.
   * @param vault undefined for the one that the app would choose
   * @param cli used to ask for the folder if the list of vaults does not have it
   */
  async reach(vault: string | undefined, turn: CliTurn, cli: ObsidianCli): Promise<NoteStore | undefined> {
    const { openFolder, vaults } = this.sources;
    const own = this.own(vault);
    if (own || !openFolder) return own;
    const folder = await this.folderOf(vault, turn, vaults, cli);
    const store = folder === undefined ? undefined : await openFolder(folder);
    if (store || folder === undefined || vault === undefined) return store;
    // The vault may just have been moved.
    vaults.forget();
    const moved = await this.folderOf(vault, turn, vaults, cli);
    return moved === undefined || moved === folder ? undefined : openFolder(moved);
  }

  /** What a vault has at a path; undefined if no note store can tell. Does not look for a vault that is not named. */
  async kindOf(
    path: string,
    vault: string | undefined,
    turn: CliTurn,
    cli: ObsidianCli,
  ): Promise<PathKind | undefined> {
    if (vault === undefined) return undefined;
    return orUnknown(async () => {
      const store = await this.reach(vault, turn, cli);
      return store && ((await store.exists(path)) ?? 'nothing');
    });
  }

  /** Like {@link reach}, but finds a vault that is not named only if the app knows no other, because more would take a process. */
  async reachKnown(
    vault: string | undefined,
    turn: CliTurn,
    cli: ObsidianCli,
  ): Promise<NoteStore | undefined> {
    if (vault !== undefined || !this.sources.openFolder) return this.reach(vault, turn, cli);
    const only = await this.sources.vaults.only(turn, FOLDER_MS);
    return only && this.sources.openFolder(only.path);
  }

  /** The paths of all files of a vault, one per line; undefined if no note store can list them. */
  async files(vault: string | undefined, turn: CliTurn, cli: ObsidianCli): Promise<string | undefined> {
    return orUnknown(async () => (await this.reachKnown(vault, turn, cli))?.files?.());
  }

  /** The folder of a vault; undefined if the program does not say, or knows two vaults of that name. */
  private async folderOf(
    vault: string | undefined,
    turn: CliTurn,
    vaults: KnownVaults,
    cli: ObsidianCli,
  ): Promise<string | undefined> {
    if (vault === undefined) return cli.vaultInfo('path');
    const known = (await vaults.list(vault, turn, FOLDER_MS)) ?? [];
    const named = known.filter(({ name }) => isSameName(name, vault));
    // The list has names, not ids.
    return named.length === 0 ? cli.vaultInfo('path') : named.length === 1 ? named[0]?.path : undefined;
  }
}
