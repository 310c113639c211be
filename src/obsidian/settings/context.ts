import type { App } from 'obsidian';
import type { BridgeController } from '../bridge-controller';

/** What the parts of the settings tab share. */
export interface TabContext {
  readonly app: App;
  readonly bridge: BridgeController;
  /** The search among the commands, and whether those are listed that the app does not offer; it outlives redraws. */
  readonly search: { query: string; showUnavailable: boolean };
  readonly runDiagnosis: () => void;
  /** The vaults the app knows; undefined while they are unknown. */
  readonly vaults: () => readonly string[] | undefined;
  /** Loads the vaults, once each time the tab is opened. */
  readonly loadVaults: () => void;
  /** Updates which rows are visible and enabled, in place. */
  readonly refresh: () => void;
}
