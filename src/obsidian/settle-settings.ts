import { printable } from '../bridge/printable';
import { DEFAULT_SETTINGS, SETTING_KEYS, SETTING_LABELS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import type { parseSetting } from '../bridge/settings-schema';
import type { DeviceRecord } from './device-record';
import { stricter } from './stricter-settings';

/** A change of the settings file that waits for the person to decide. */
export interface HeldBack {
  /** Differs whenever the setting or its value does. */
  readonly id: string;
  readonly key: SettingKey;
  /** What would change, or why the value cannot be used. */
  readonly sentence: string;
  /** The value that counts once it is confirmed. */
  readonly value: unknown;
  /** The value in the file is not valid, and none is known that was: nothing may run until it is mended. */
  readonly isInvalid: boolean;
}

/** What is made of a settings file on this device. */
export interface SettledSettings {
  readonly record: DeviceRecord;
  readonly heldBack: readonly HeldBack[];
  /** One sentence per value that is not valid. */
  readonly problems: readonly string[];
}

/** Settings whose default lets more through than another value might, so that it must not stand in for a broken one. */
const OPEN_BY_DEFAULT: readonly SettingKey[] = [
  'restEnabled',
  'mcpEnabled',
  'allowedCommands',
  'blockedCommands',
  'readOnly',
  'allowedVaults',
  'corsOrigins',
];

/** Matches no command. */
const NO_COMMANDS: readonly string[] = ['(nothing)'];

/**
 * Compares a settings file with what was last in force on this device. What is stricter counts at once, what opens more is
 * held back, and what is not valid leaves the last good value in force.
 * @param file the parsed file, of any shape; undefined where it cannot be read
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
  if (stored === undefined && file !== undefined) problems.push('The settings are not a JSON object.');
  for (const key of SETTING_KEYS) {
    const isKnown = inForce[key] !== undefined;
    const isGiven = stored !== undefined && Object.hasOwn(stored, key);
    // The CLI path is kept on the device: a file without one says nothing.
    if (stored === undefined || (key === 'cliPath' && !isGiven)) {
      if (isKnown) next[key] = inForce[key];
      else if (stored === undefined && OPEN_BY_DEFAULT.includes(key)) {
        heldBack.push(invalid(key, 'The saved settings could not be read.'));
      } else next[key] = DEFAULT_SETTINGS[key];
      continue;
    }
    const parsed = isGiven ? parse(key, stored[key]) : { value: DEFAULT_SETTINGS[key] };
    if ('problem' in parsed) {
      problems.push(parsed.problem);
      if (isKnown) next[key] = inForce[key];
      else if (OPEN_BY_DEFAULT.includes(key)) heldBack.push(invalid(key, parsed.problem));
      else next[key] = DEFAULT_SETTINGS[key];
      continue;
    }
    const { value } = parsed;
    const held = inForce[key];
    next[key] = held === undefined ? value : stricter(key, held, value);
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

/** The settings as they count: nothing may run while a protecting one has no value that is known to be good. */
export function effectiveSettings({ inForce }: DeviceRecord, heldBack: readonly HeldBack[]): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...inForce };
  return heldBack.some(({ isInvalid }) => isInvalid)
    ? { ...settings, allowedCommands: NO_COMMANDS }
    : settings;
}

function invalid(key: SettingKey, problem: string): HeldBack {
  const value = DEFAULT_SETTINGS[key];
  const sentence = `${problem} Until it is corrected, no command may run. The default is: ${inWords(value)}.`;
  return { id: `${key} is not valid`, key, sentence, value, isInvalid: true };
}

function idOf(key: SettingKey, value: unknown): string {
  return `${key} ${JSON.stringify(value)}`;
}

/** What would change, and for the gravest what that means. */
function openingSentence(key: SettingKey, from: unknown, to: unknown): string {
  const label = SETTING_LABELS[key];
  const meaning = MEANING[key] ?? '';
  if (typeof to === 'boolean') return `Turn "${label}" ${to ? 'on' : 'off'}.${meaning}`;
  return `Change "${label}" from ${inWords(from)} to ${inWords(to)}.${meaning}`;
}

const MEANING: Partial<Record<SettingKey, string>> = {
  bindAddress: ' Other computers could then connect.',
  cliPath: ' Every request would then run that program.',
  readOnly: ' Clients could then change and delete notes.',
  allowDangerousCommands: ' Anyone with the API key could then run any code on this computer.',
  corsEnabled: ' Web pages could then send requests.',
};

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : printable(value.join(', '));
  return value === '' ? 'nothing' : printable(String(value));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function asObject(data: unknown): Readonly<Record<string, unknown>> | undefined {
  // A plugin that never saved anything has null.
  if (data === null) return {};
  return typeof data === 'object' && !Array.isArray(data) ? (data as Record<string, unknown>) : undefined;
}
