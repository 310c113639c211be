import type { App } from 'obsidian';
import { isObject } from '../bridge/json';
import { SETTING_KEYS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import type { parseSetting } from '../bridge/settings-schema';

/** What this device stores about the settings, out of reach of sync and other programs. */
export interface DeviceRecord {
  /** The values last in force; a value is missing until a valid one is known. */
  readonly inForce: Partial<Settings>;
  /** Values of the settings file that the user has declined on this device. */
  readonly rejected: Partial<Settings>;
}

const KEY = 'cli-bridge-settings';

/** The record on the device, without values that are not valid. */
export function loadDeviceRecord(app: App, parse: typeof parseSetting): DeviceRecord {
  const kept: unknown = app.loadLocalStorage(KEY);
  const stored = isObject(kept) ? kept : {};
  return { inForce: valid(stored['inForce'], parse), rejected: valid(stored['rejected'], parse) };
}

/** @throws the app's error */
export function saveDeviceRecord(app: App, record: DeviceRecord): void {
  app.saveLocalStorage(KEY, record);
}

function valid(data: unknown, parse: typeof parseSetting): Partial<Settings> {
  const stored = isObject(data) ? data : {};
  const good: [SettingKey, unknown][] = [];
  for (const key of SETTING_KEYS) {
    if (!Object.hasOwn(stored, key)) continue;
    const parsed = parse(key, stored[key]);
    if ('value' in parsed) good.push([key, parsed.value]);
  }
  return Object.fromEntries(good);
}
