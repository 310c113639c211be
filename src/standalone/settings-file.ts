import { readFile } from 'node:fs/promises';
import { isAllDangerous } from '../bridge/commands/policy/ask-first';
import { matchesPattern } from '../bridge/text/command-pattern';
import { documentedCommands } from '../bridge/commands/catalogue/documented-commands';
import { nearestNames } from '../bridge/text/similar-names';
import { COMMAND_CATEGORIES } from '../bridge/commands/records';
import { hasExpired } from '../bridge/http/api-keys';
import { expiryOf } from '../bridge/key-records';
import { COMMAND_LIST_KEYS, HOST_DEFAULTS, HOST_SETTING_KEYS } from '../bridge/settings';
import { parseSettings } from '../bridge/settings-parser';
import { printable } from '../bridge/text/printable';
import type { HostSettings } from '../bridge/settings';
import { UsageError } from './options';

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
  if (file === undefined) return HOST_DEFAULTS;
  const data = parse(await read(file), file);
  // To parseSettings(), `null` means that nothing is stored, but in a file it is a mistake.
  const { settings, problems, unknownKeys } = parseSettings(data === null ? 'null' : data);
  if (problems[0] !== undefined) throw new UsageError(`${problems[0]} Correct it in ${file}.`);
  for (const key of unknownKeys) {
    // A misspelled setting could be one that protects, so it must not be ignored.
    const [meant] = nearestNames(key, HOST_SETTING_KEYS, 1);
    if (meant !== undefined)
      throw new UsageError(`"${printable(key)}" in ${file} is not a setting: did you mean "${meant}"?`);
    warn(`"${printable(key)}" in ${file} is not a setting and was ignored.`);
  }
  const official = documentedCommands(COMMAND_CATEGORIES).find(({ name }) =>
    settings.readCommands.includes(name),
  );
  if (official)
    throw new UsageError(
      `The setting "readCommands" isn't valid: "${official.name}" is a command of Obsidian or of the bridge, and only those of other plugins can be declared to read. Correct it in ${file}.`,
    );
  const { keys } = settings;
  for (const key of keys)
    if (hasExpired({ expiresAt: expiryOf(key) })) warn(`The key "${key.id}" has expired.`);
  warnOfUnknown(
    [
      ...COMMAND_LIST_KEYS.map((key) => ({
        patterns: settings[key].filter((pattern) => key !== 'askFirst' || !isAllDangerous(pattern)),
        where: `"${key}"`,
      })),
      ...keys.map(({ id, commands = [] }) => ({ patterns: commands, where: `the key "${id}"` })),
    ],
    warn,
  );
  return settings;
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
