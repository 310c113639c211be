import { isObject } from '../bridge/json';
import { printable } from '../bridge/printable';
import { DEFAULT_SETTINGS, MAX_TEXT_CHARS, SETTING_KEYS, SETTING_LABELS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import type { parseSetting } from '../bridge/settings-schema';
import { allowsNothing, NO_COMMANDS } from './allows-nothing';
import type { DeviceRecord } from './device-record';
import { stillBlocked, stricter } from './stricter-settings';

/** A change in the settings file that waits for the user's decision. */
export interface HeldBack {
  /** Differs if the setting or its value differs. */
  readonly id: string;
  readonly key: SettingKey;
  /** What would change, or why the value cannot be used. */
  readonly sentence: string;
  /** The value that takes effect once it is confirmed. */
  readonly value: unknown;
  /** The value in the file is not valid, and no earlier valid one is known: nothing may run until it is corrected. */
  readonly isInvalid: boolean;
}

/** How a settings file applies on this device. */
export interface SettledSettings {
  readonly record: DeviceRecord;
  readonly heldBack: readonly HeldBack[];
  /** One sentence per value that is not valid. */
  readonly problems: readonly string[];
}

/** Settings whose default may allow more than another value, so it must not replace a value that is not valid. */
const OPEN_BY_DEFAULT: readonly SettingKey[] = [
  'restEnabled',
  'mcpEnabled',
  'allowedCommands',
  'blockedCommands',
  'readOnly',
  'askFirst',
  'allowedVaults',
  'corsOrigins',
];

/**
 * Compares a settings file with the settings last in force on this device. Stricter values take effect at once, values that
 * allow more are held back, and values that are not valid leave the last valid one in force.
 * @param file the parsed file, of any shape; undefined if it cannot be read
 */
export function settleSettings(
  file: unknown,
  { inForce, rejected }: DeviceRecord,
  parse: typeof parseSetting,
): SettledSettings {
  const stored = asObject(file);
  const next: Record<string, unknown> = {};
  const stillRejected: Record<string, unknown> = { ...rejected };
  const heldBack: HeldBack[] = [];
  const problems: string[] = [];
  if (stored === undefined && file !== undefined) problems.push("The settings aren't a JSON object.");
  const allBlocked = (): readonly string[] =>
    stillBlocked({ ...DEFAULT_SETTINGS, ...inForce }, { ...DEFAULT_SETTINGS, ...next });
  const keepLast = (key: SettingKey, problem: string): void => {
    if (inForce[key] !== undefined) {
      next[key] = inForce[key];
      if (key === 'blockedCommands') next[key] = allBlocked();
    } else if (OPEN_BY_DEFAULT.includes(key)) heldBack.push(invalid(key, problem));
    else next[key] = DEFAULT_SETTINGS[key];
  };
  for (const key of SETTING_KEYS) {
    const isGiven = stored !== undefined && Object.hasOwn(stored, key);
    // The CLI path is kept on the device, so a file without one changes nothing.
    if (stored === undefined || (key === 'cliPath' && !isGiven)) {
      keepLast(key, "The saved settings couldn't be read.");
      continue;
    }
    const parsed = isGiven ? parse(key, stored[key]) : { value: DEFAULT_SETTINGS[key] };
    if ('problem' in parsed) {
      problems.push(parsed.problem);
      keepLast(key, parsed.problem);
      continue;
    }
    const { value } = parsed;
    const held = inForce[key];
    next[key] = held === undefined ? value : stricter(key, held, value);
    if (key === 'blockedCommands') next[key] = allBlocked();
    const isSettled = isEqual(next[key], value);
    if (key === 'cliPath') {
      // The file keeps the path it had when the device took it over, and that is not to be asked about.
      if (held === undefined) stillRejected[key] = value;
    } else if (isSettled) delete stillRejected[key];
    if (isSettled || isEqual(stillRejected[key], value)) continue;
    heldBack.push({
      id: idOf(key, value),
      key,
      sentence: openingSentence(key, next[key], value),
      value,
      isInvalid: false,
    });
  }
  return { record: { inForce: next, rejected: stillRejected }, heldBack, problems };
}

/** The settings in force. Nothing may run while a protecting setting has no known valid value. */
export function effectiveSettings({ inForce }: DeviceRecord, heldBack: readonly HeldBack[]): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...inForce };
  return heldBack.some(({ isInvalid }) => isInvalid)
    ? { ...settings, allowedCommands: NO_COMMANDS }
    : settings;
}

function invalid(key: SettingKey, problem: string): HeldBack {
  const value = DEFAULT_SETTINGS[key];
  const sentence = `${problem} Until you correct it, no commands can run. The default is: ${inWords(value)}.`;
  return { id: `${key} is not valid`, key, sentence, value, isInvalid: true };
}

function idOf(key: SettingKey, value: unknown): string {
  return `${key} ${JSON.stringify(value)}`;
}

/** What would change, and for the most serious changes what that means. */
function openingSentence(key: SettingKey, from: unknown, to: unknown): string {
  const label = SETTING_LABELS[key];
  const meaning = MEANING[key] ?? '';
  if (typeof to === 'boolean') return `Turn "${label}" ${to ? 'on' : 'off'}.${meaning}`;
  if (isList(from) && isList(to) && from.length > 0 && to.length > 0 && !allowsNothing(from))
    return `Change "${label}": ${difference(from, to)}.${meaning}`;
  return `Change "${label}" from ${inWords(from)} to ${inWords(to)}.${meaning}`;
}

/** In full: nobody can confirm what is cut off. */
function difference(from: readonly string[], to: readonly string[]): string {
  const added = to.filter((entry) => !from.includes(entry));
  const removed = from.filter((entry) => !to.includes(entry));
  const parts = [
    ...(added.length > 0 ? [`add ${inWords(added)}`] : []),
    ...(removed.length > 0 ? [`remove ${inWords(removed)}`] : []),
  ];
  return parts.join('; ') || 'put the entries in another order';
}

const MEANING: Partial<Record<SettingKey, string>> = {
  bindAddress: ' Other computers could then connect.',
  cliPath: ' Every request would then run that program.',
  startOnLoad: ' Requests would then be served whenever the app is open.',
  readOnly: ' Clients could then change and delete notes.',
  allowDangerousCommands: ' Anyone with the API key could then run any code on this computer.',
  corsEnabled: ' Web pages could then send requests.',
};

function inWords(value: unknown): string {
  if (!isList(value)) return value === '' ? 'nothing' : printable(String(value), MAX_TEXT_CHARS);
  if (allowsNothing(value)) return 'nothing';
  if (value.length === 0) return 'an empty list';
  return value.map((entry) => `"${printable(entry, MAX_TEXT_CHARS)}"`).join(', ');
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function asObject(data: unknown): Readonly<Record<string, unknown>> | undefined {
  // A plugin that never saved anything has null.
  if (data === null) return {};
  return isObject(data) ? data : undefined;
}
