import type { BridgeController } from '../bridge-controller';
import type { ClientKind } from '../connect/client-kinds';
import type { Dialogs } from '../dialogs';

/** What the parts of the settings tab share. */
export interface TabContext {
  readonly bridge: BridgeController;
  readonly dialogs: Dialogs;
  /** The plugin's version. */
  readonly version: string;
  /** The search among the commands, and whether to list commands that the app does not offer. Survives redraws. */
  readonly search: { query: string; showUnavailable: boolean };
  readonly runDiagnosis: () => void;
  /** Shows how to connect a client of this kind, and connects it. */
  readonly connect: (kind: ClientKind) => void;
  /** The vaults the app knows; undefined while they are unknown. */
  readonly vaults: () => readonly string[] | undefined;
  /** Loads the vaults, once each time the tab is opened. @param whenLoaded is called if there is a list that was not there */
  readonly loadVaults: (whenLoaded: () => void) => void;
  /** Updates which rows are visible and enabled, in place. */
  readonly refresh: () => void;
  /** Draws everything anew, also the values that entries of pages show. */
  readonly redraw: () => void;
}
