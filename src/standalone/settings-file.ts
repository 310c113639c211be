import { readFile } from 'node:fs/promises';
import { matchesPattern } from '../bridge/commands/command-pattern';
import { documentedCommands } from '../bridge/commands/documented-commands';
import { nearestNames } from '../bridge/commands/nearest';
import { COMMAND_CATEGORIES } from '../bridge/commands/records';
import { printable } from '../bridge/printable';
import { SETTING_KEYS } from '../bridge/settings';
import { parseSettings } from '../bridge/settings-schema';
import type { Settings } from '../bridge/settings';
import { UsageError } from './options';

/** The settings of the bridge, and what only this host takes. */
interface HostSettings {
  readonly settings: Settings;
  /** Empty for none. */
  readonly auditFile: string;
}

const PATTERN_SETTINGS = ['allowedCommands', 'blockedCommands', 'trustedCommands'] as const;

/**
 * Reads the settings file; returns the defaults when there is none.
 * @param warn gets a message for each unknown key
 * @throws UsageError when the file cannot be read, is not valid JSON, or has an invalid value
 */
export async function loadSettings(
  file: string | undefined,
  warn: (message: string) => void,
): Promise<HostSettings> {
  if (file === undefined) return { settings: parseSettings(undefined).settings, auditFile: '' };
  const data = parse(await read(file), file);
  // `null` means no stored settings to parseSettings(), but is a mistake in a file.
  const { settings, problems, unknownKeys } = parseSettings(data === null ? 'null' : data);
  if (problems[0] !== undefined) throw new UsageError(`${problems[0]} Correct it in ${file}.`);
  const auditFile = auditFileIn(data);
  if (auditFile === undefined)
    throw new UsageError(
      `The setting "auditFile" is not valid: it must be the path of a file. Correct it in ${file}.`,
    );
  for (const key of unknownKeys.filter((each) => each !== 'auditFile')) {
    // What was meant to protect must not be left out because of a letter.
    const [meant] = nearestNames(key, [...SETTING_KEYS, 'auditFile'], 1);
    if (meant !== undefined)
      throw new UsageError(`"${printable(key)}" in ${file} is not a setting: did you mean "${meant}"?`);
    warn(`"${printable(key)}" in ${file} is not a setting and was ignored.`);
  }
  const commands = documentedCommands(COMMAND_CATEGORIES);
  for (const key of PATTERN_SETTINGS) {
    for (const pattern of settings[key].filter(
      (each) => !commands.some(({ name }) => matchesPattern(each, name)),
    )) {
      warn(
        `"${pattern}" in "${key}" is not the name of a documented command: check its spelling, unless a plugin adds it.`,
      );
    }
  }
  return { settings, auditFile };
}

/** Empty for none; undefined for a value that is not valid. */
function auditFileIn(data: unknown): string | undefined {
  const { auditFile = '' } = data as { auditFile?: unknown };
  return typeof auditFile === 'string' && !auditFile.includes('\0') ? auditFile : undefined;
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
