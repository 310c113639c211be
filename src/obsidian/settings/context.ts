import type { App } from 'obsidian';
import type { Host } from '../host';

/** What the parts of the settings tab share. */
export interface TabContext {
  readonly app: App;
  readonly host: Host;
  /** What is sought among the commands; it outlives the drawing of the row it is typed into. */
  readonly search: { query: string };
  readonly openDiagnosis: () => void;
  /** The vaults the program knows; undefined while that is not known. */
  readonly vaults: () => readonly string[] | undefined;
  /** Asks the program for its vaults, unless that has been done since the tab was opened. */
  readonly loadVaults: () => void;
  /** Re-evaluates what is visible and enabled, in place. */
  readonly refresh: () => void;
}
