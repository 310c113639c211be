import { readFile } from 'node:fs/promises';
import { isAllDangerous } from '../bridge/commands/policy/ask-first';
import { matchesPattern } from '../bridge/commands/policy/command-pattern';
import { documentedCommands } from '../bridge/commands/catalogue/documented-commands';
import { nearestNames } from '../bridge/text/similar-names';
import { COMMAND_CATEGORIES } from '../bridge/commands/records';
import { hasExpired } from '../bridge/http/api-keys';
import { expiryOf } from '../bridge/key-records';
import type { KeyRecord } from '../bridge/key-records';
import { parseKeys } from '../bridge/key-records-schema';
import { printable } from '../bridge/text/printable';
import { SETTING_KEYS } from '../bridge/settings';
import { parseSettings } from '../bridge/settings-schema';
import type { Settings } from '../bridge/settings';
import { UsageError } from './options';

/** The bridge's settings, and those of this host alone. */
interface HostSettings {
  readonly settings: Settings;
  /** The clients' own keys. */
  readonly keys: readonly KeyRecord[];
  /** Empty for none. */
  readonly auditFile: string;
}

/** The settings of this host alone. */
const HOST_SETTINGS: readonly string[] = ['auditFile', 'keys'];

const PATTERN_SETTINGS = ['allowedCommands', 'blockedCommands', 'trustedCommands', 'askFirst'] as const;

/** Command patterns, and where they come from, for a warning. */
interface PatternList {
  readonly patterns: readonly string[];
  readonly where: string;
}

/**
 * Reads the settings file, or returns the defaults when none is given.
 * @param warn gets a message for each unknown key
 * @throws UsageError when the file cannot be read, is not valid JSON, or has an invalid value
 */
export async function loadSettings(
  file: string | undefined,
  warn: (message: string) => void,
): Promise<HostSettings> {
  if (file === undefined) return { settings: parseSettings(undefined).settings, keys: [], auditFile: '' };
  const data = parse(await read(file), file);
  // To parseSettings(), `null` means that nothing is stored, but in a file it is a mistake.
  const { settings, problems, unknownKeys } = parseSettings(data === null ? 'null' : data);
  if (problems[0] !== undefined) throw new UsageError(`${problems[0]} Correct it in ${file}.`);
  const auditFile = auditFileIn(data);
  if (auditFile === undefined)
    throw new UsageError(
      `The setting "auditFile" isn't valid: it must be the path of a file. Correct it in ${file}.`,
    );
  const keys = keysIn(data, file);
  for (const key of unknownKeys.filter((each) => !HOST_SETTINGS.includes(each))) {
    // A misspelled setting could be one that protects, so it must not be ignored.
    const [meant] = nearestNames(key, [...SETTING_KEYS, ...HOST_SETTINGS], 1);
    if (meant !== undefined)
      throw new UsageError(`"${printable(key)}" in ${file} is not a setting: did you mean "${meant}"?`);
    warn(`"${printable(key)}" in ${file} is not a setting and was ignored.`);
  }
  for (const key of keys)
    if (hasExpired({ expiresAt: expiryOf(key) })) warn(`The key "${key.id}" has expired.`);
  warnOfUnknown(
    [
      ...PATTERN_SETTINGS.map((key) => ({
        patterns: settings[key].filter((pattern) => key !== 'askFirst' || !isAllDangerous(pattern)),
        where: `"${key}"`,
      })),
      ...keys.map(({ id, commands = [] }) => ({ patterns: commands, where: `the key "${id}"` })),
    ],
    warn,
  );
  return { settings, keys, auditFile };
}

/** Empty when not set; undefined when invalid. */
function auditFileIn(data: unknown): string | undefined {
  const { auditFile = '' } = data as { auditFile?: unknown };
  return typeof auditFile === 'string' && !auditFile.includes('\0') ? auditFile : undefined;
}

/** @throws UsageError when a key is invalid */
function keysIn(data: unknown, file: string): readonly KeyRecord[] {
  const { keys = [] } = data as { keys?: unknown };
  const parsed = parseKeys(keys);
  if ('problem' in parsed) throw new UsageError(`${parsed.problem} Correct it in ${file}.`);
  return parsed.keys;
}

/** Warns of patterns that match no documented command. */
function warnOfUnknown(lists: readonly PatternList[], warn: (message: string) => void): void {
  const commands = documentedCommands(COMMAND_CATEGORIES);
  const matchesNone = (pattern: string): boolean =>
    !commands.some(({ name }) => matchesPattern(pattern, name));
  for (const { patterns, where } of lists) {
    for (const pattern of patterns.filter(matchesNone)) {
      warn(
        `"${pattern}" in ${where} is not the name of a documented command: check its spelling, unless a plugin adds it.`,
      );
    }
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`The settings file ${file} cannot be read.`);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new UsageError(`The settings file ${file} is not valid JSON.`);
  }
}
