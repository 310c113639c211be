import type { Settings } from './settings';

/**
 * The current settings. All parts of a bridge share this object and read it at each use, so changes take effect at once.
 * Only the bridge writes to it.
 */
export interface LiveSettings {
  readonly current: Settings;
}
