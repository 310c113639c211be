import type { BridgeController, ConnectedClient } from '../bridge-controller';
import type { Dialogs } from '../ui/dialogs';

/** The search in a list of all commands, and whether to list those that the app lacks. Survives redraws. */
export interface SearchState {
  query: string;
  showUnavailable: boolean;
}

/** What the groups of the settings tab share. */
export interface TabContext {
  readonly bridge: BridgeController;
  readonly dialogs: Dialogs;
  /** The plugin's version. */
  readonly version: string;
  readonly search: SearchState;
  /** The same on the page of the commands that ask first. */
  readonly askSearch: SearchState;
  readonly runDiagnosis: () => void;
  /** Lets the user choose a client, and connects it. */
  readonly connectClient: () => void;
  /** Creates a new key for a client, and shows what to do in it. */
  readonly renewClient: (client: ConnectedClient) => void;
  /** Whether this vault has a folder at this path. */
  readonly hasFolder: (path: string) => boolean;
  /** Suggests the folders and files of this vault while the user types into a field. */
  readonly suggestPaths: (field: HTMLInputElement) => void;
  /** The names of the vaults that the app knows; undefined until they are loaded. */
  readonly vaults: () => readonly string[] | undefined;
  /** Loads the vaults once each time the tab is opened. @param whenLoaded called if they were loaded just now */
  readonly loadVaults: (whenLoaded: () => void) => void;
  /** Updates which rows are visible and enabled, in place. */
  readonly refresh: () => void;
  /** Redraws everything, including the values that the entries of pages show. */
  readonly redraw: () => void;
}
