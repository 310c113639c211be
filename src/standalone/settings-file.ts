import { readFile } from 'node:fs/promises';
import { parseSettings } from '../bridge/settings-schema';
import type { Settings } from '../bridge/settings';
import { UsageError } from './options';

/**
 * Reads the settings file; returns the defaults when there is none.
 * @param warn gets a message for each unknown key
 * @throws UsageError when the file cannot be read, is not valid JSON, or has an invalid value
 */
export async function loadSettings(
  file: string | undefined,
  warn: (message: string) => void,
): Promise<Settings> {
  if (file === undefined) return parseSettings(undefined).settings;
  const data = parse(await read(file), file);
  // `null` means no stored settings to parseSettings(), but is a mistake in a file.
  const { settings, problems, unknownKeys } = parseSettings(data === null ? 'null' : data);
  if (problems[0] !== undefined) throw new UsageError(`${problems[0]} Correct it in ${file}.`);
  for (const key of unknownKeys) warn(`"${key}" in ${file} is not a setting and was ignored.`);
  return settings;
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
