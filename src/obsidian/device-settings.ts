import type { App } from 'obsidian';
import { BRIDGE_ID } from '../bridge/commands/policy/policy';
import { isObject } from '../bridge/text/json';
import { DEFAULT_SETTINGS, SETTINGS, SETTING_KEYS } from '../bridge/settings';
import { parseSetting } from '../bridge/settings-parser';
import type { SettingKey, Settings } from '../bridge/settings';

/** A list of allowed commands that matches none. */
const NO_COMMANDS: readonly string[] = [`${BRIDGE_ID}:nothing`];

const STORAGE_KEY = 'cli-bridge-settings';

/** The settings in force. Those that protect are kept on this device, where neither sync nor an editor can change them. */
export class DeviceSettings {
  /** A new object whenever one of them changes. */
  settings: Settings = DEFAULT_SETTINGS;
  /** Lists that restrict clients and can't be read: until they are set again, no command can run. */
  unreadable: readonly SettingKey[] = [];
  /** Settings in the file that this device didn't adopt, kept until the user has been notified. */
  leftOut: readonly SettingKey[];
  /** The values as stored. Each one is checked when it is used. */
  private kept: Readonly<Record<string, unknown>>;
  private values: Settings = DEFAULT_SETTINGS;

  constructor(private readonly app: App) {
    const record: unknown = app.loadLocalStorage(STORAGE_KEY);
    const { inForce, leftOut } = isObject(record) ? record : {};
    this.kept = isObject(inForce) ? inForce : {};
    this.leftOut = Array.isArray(leftOut) ? SETTING_KEYS.filter((key) => leftOut.includes(key)) : [];
  }

  /**
   * Decides which values are in force.
   * @param data the parsed settings file, of any shape: null if there is none, undefined if it can't be read
   * @returns a sentence for each problem
   */
  read(data: unknown): string[] {
    const isBroken = data !== null && !isObject(data);
    const file = isObject(data) ? data : undefined;
    const kept: Record<string, unknown> = { ...this.kept };
    const values: Record<string, unknown> = {};
    const unreadable: SettingKey[] = [];
    const problems: string[] = [];
    for (const key of SETTING_KEYS) {
      const isKept = Object.hasOwn(this.kept, key);
      const isGiven = file !== undefined && Object.hasOwn(file, key);
      const { kept: place, isAdopted = false, failsClosed = false, fillsEmpty = false } = SETTINGS[key];
      const isOpen = !isKept || (fillsEmpty && isEqual(this.kept[key], []));
      const isTaken = isGiven && (place === 'data_file' || (isAdopted && isOpen));
      const raw = isTaken ? file[key] : isKept ? this.kept[key] : DEFAULT_SETTINGS[key];
      const parsed = parseSetting(key, raw);
      const isUnknown = isBroken && !isKept && isAdopted;
      values[key] = 'value' in parsed ? parsed.value : DEFAULT_SETTINGS[key];
      if ('problem' in parsed)
        problems.push(
          `${parsed.problem} ${failsClosed ? 'Until you correct it, no commands can run.' : 'Its default is used instead.'}`,
        );
      if (failsClosed && ('problem' in parsed || isUnknown)) unreadable.push(key);
      else if (file) kept[key] = values[key];
      if (isGiven && !isTaken && !isKept && !isEqual(file[key], DEFAULT_SETTINGS[key]))
        this.leftOut = [...this.leftOut, key];
    }
    if (isBroken) problems.push(brokenFile(unreadable.length > 0));
    this.kept = kept;
    this.apply(values as unknown as Settings, unreadable);
    return problems;
  }

  /** Changes settings on this device. */
  change(change: Partial<Settings>): void {
    this.kept = { ...this.kept, ...change };
    this.apply(
      { ...this.values, ...change },
      this.unreadable.filter((key) => !(key in change)),
    );
  }

  /** Forgets what was left out: the user has been notified. */
  acknowledge(): void {
    this.leftOut = [];
  }

  /** Saves all this for the next start. @throws the app's error */
  store(): void {
    this.app.saveLocalStorage(STORAGE_KEY, { inForce: this.kept, leftOut: this.leftOut });
  }

  private apply(values: Settings, unreadable: readonly SettingKey[]): void {
    this.values = values;
    this.unreadable = unreadable;
    this.settings = unreadable.length > 0 ? { ...values, allowedCommands: NO_COMMANDS } : values;
  }
}

function brokenFile(isRefusing: boolean): string {
  return `The saved settings couldn't be read, so ${isRefusing ? 'no commands can run until you correct them' : 'the previous ones stay in effect'}.`;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
