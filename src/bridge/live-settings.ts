import type { Settings } from './settings';

/**
 * The settings in force: one object that all parts of a bridge share and read at each use, so that a change takes effect
 * at once. Only the bridge replaces what it holds.
 */
export interface LiveSettings {
  readonly current: Settings;
}
