import type { Settings } from '../../src/bridge/settings';
import { LocalStorage } from '../obsidian/local-storage';

/** A device that already has these settings of its own. */
export function deviceWith(inForce: Partial<Settings>): LocalStorage {
  const device = new LocalStorage();
  device.save('cli-bridge-settings', { inForce });
  return device;
}
