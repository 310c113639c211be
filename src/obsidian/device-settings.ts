import type { App } from 'obsidian';
import { BRIDGE_ID } from '../bridge/commands/policy/policy';
import { isObject } from '../bridge/json';
import { DEFAULT_SETTINGS, SETTING_KEYS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import { parseSetting } from '../bridge/settings-schema';

/**
 * Where a setting comes from. `file`: the settings file, whenever it has one. `device`: this device alone.
 * `device_or_file`: this device; one that has none of its own takes over the file's, which can only restrict.
 */
const SOURCES: Readonly<Record<SettingKey, 'file' | 'device' | 'device_or_file'>> = {
  port: 'file',
  bindAddress: 'device',
  startOnLoad: 'file',
  restEnabled: 'device_or_file',
  mcpEnabled: 'device_or_file',
  defaultVault: 'file',
  cliPath: 'device',
  allowedCommands: 'device_or_file',
  blockedCommands: 'device_or_file',
  readOnly: 'device_or_file',
  allowDangerousCommands: 'device',
  trustedCommands: 'device',
  askFirst: 'device_or_file',
  allowedVaults: 'device_or_file',
  corsEnabled: 'device',
  corsOrigins: 'device',
  allowedHosts: 'device',
  timeoutSeconds: 'file',
};

/** Lists whose default allows everything: while one of them can't be read, nothing is allowed. */
const PROTECTING_LISTS: readonly SettingKey[] = [
  'allowedCommands',
  'blockedCommands',
  'askFirst',
  'allowedVaults',
  'corsOrigins',
];

/** A list of allowed commands that no command is in. */
const NO_COMMANDS: readonly string[] = [`${BRIDGE_ID}:nothing`];

const STORAGE_KEY = 'cli-bridge-settings';

/** The settings in force. Those that protect are kept on this device, where neither sync nor an editor reaches them. */
export class DeviceSettings {
  /** A new object whenever one of them changes. */
  settings: Settings = DEFAULT_SETTINGS;
  /** Lists that protect and can't be read: until they are set again, no command may run. */
  unreadable: readonly SettingKey[] = [];
  /** What the file had and this device started without; kept until the user has been told. */
  leftOut: readonly SettingKey[];
  /** As stored: each value is checked when it is used. */
  private kept: Readonly<Record<string, unknown>>;
  private values: Settings = DEFAULT_SETTINGS;

  constructor(private readonly app: App) {
    const record: unknown = app.loadLocalStorage(STORAGE_KEY);
    const { inForce, leftOut } = isObject(record) ? record : {};
    this.kept = isObject(inForce) ? inForce : {};
    this.leftOut = Array.isArray(leftOut) ? SETTING_KEYS.filter((key) => leftOut.includes(key)) : [];
  }

  /**
   * Settles what is in force.
   * @param data the parsed settings file, of any shape: null if there is none, undefined if it can't be read
   * @returns one sentence for each thing that is wrong
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
      const source = SOURCES[key];
      const isTaken = isGiven && (source === 'file' || (source === 'device_or_file' && !isKept));
      const raw = isTaken ? file[key] : isKept ? this.kept[key] : DEFAULT_SETTINGS[key];
      const parsed = parseSetting(key, raw);
      const isProtecting = PROTECTING_LISTS.includes(key);
      const isUnknown = isBroken && !isKept && source === 'device_or_file';
      values[key] = 'value' in parsed ? parsed.value : DEFAULT_SETTINGS[key];
      if ('problem' in parsed)
        problems.push(
          `${parsed.problem} ${isProtecting ? 'Until you correct it, no commands can run.' : 'Its default is used instead.'}`,
        );
      if (isProtecting && ('problem' in parsed || isUnknown)) unreadable.push(key);
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

  /** The user has been told what this device started without. */
  acknowledge(): void {
    this.leftOut = [];
  }

  /** Keeps all this for the next start. @throws the app's error */
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
