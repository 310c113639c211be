import type * as z from 'zod/v4';
import { HOST_DEFAULTS, HOST_SETTING_KEYS, SETTINGS } from './settings';
import type { HostSettingKey, HostSettings } from './settings';
import { isObject } from './text/json';
import { problemInWords } from './text/problem-in-words';

/** Settings parsed from stored data, and what was wrong with the data. */
export interface ParsedSettings {
  readonly settings: HostSettings;
  /** One sentence per key whose value is not valid. */
  readonly problems: readonly string[];
  readonly unknownKeys: readonly string[];
}

/** One valid value, or a sentence that says what is wrong with it. */
export function parseSetting<Key extends HostSettingKey>(
  key: Key,
  value: unknown,
): { readonly value: HostSettings[Key] } | { readonly problem: string } {
  const result = SETTINGS[key].schema.safeParse(value, { error: problemInWords });
  if (result.success) return { value: result.data as HostSettings[Key] };
  const [issue] = result.error.issues;
  return { problem: `The setting "${key}" isn't valid: ${issue ? sentence(issue) : 'wrong type'}.` };
}

/** What is wrong, with its subject. What a schema says itself has one. */
function sentence({ code, path, message }: z.core.$ZodIssue): string {
  if (code === 'custom') return message;
  return path.length > 0 ? `an entry ${message}` : `it ${message}`;
}

/** Checks one value. @returns a sentence that says what is wrong with it, or undefined */
export function settingProblem(key: HostSettingKey, value: unknown): string | undefined {
  const parsed = parseSetting(key, value);
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** Parses stored data of any shape. A value that is not valid is reported and replaced by its default; never throws. */
export function parseSettings(data: unknown): ParsedSettings {
  const problems: string[] = [];
  const stored = isObject(data) ? data : {};
  if (stored !== data && data !== undefined && data !== null)
    problems.push("The settings aren't a JSON object.");
  const settings: Record<string, unknown> = { ...HOST_DEFAULTS };
  for (const key of HOST_SETTING_KEYS) {
    if (!Object.hasOwn(stored, key)) continue;
    const parsed = parseSetting(key, stored[key]);
    if ('problem' in parsed) problems.push(parsed.problem);
    else settings[key] = parsed.value;
  }
  const unknownKeys = Object.keys(stored).filter((key) => !Object.hasOwn(SETTINGS, key));
  return { settings: settings as unknown as HostSettings, problems, unknownKeys };
}
