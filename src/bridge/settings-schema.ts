import * as z from 'zod/v4';
import { patternProblem } from './commands/policy/command-pattern';
import { isObject } from './text/json';
import { problemInWords } from './text/problem-in-words';
import {
  CHANGE_NOTICES,
  DEFAULT_SETTINGS,
  MAX_ENTRIES,
  MAX_TEXT_CHARS,
  PORT_RANGE,
  SETTING_KEYS,
  TIMEOUT_RANGE,
} from './settings';
import type { SettingKey, Settings } from './settings';

const text = z.string().max(MAX_TEXT_CHARS);
const list = z.array(text).max(MAX_ENTRIES);
/** Names of commands, or prefix wildcards. */
export const commandPatterns = z
  .array(
    text.check(({ value, issues }) => {
      const problem = patternProblem(value);
      if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
    }),
  )
  .max(MAX_ENTRIES);
const flag = z.boolean();

const SCHEMAS: { readonly [Key in SettingKey]: z.ZodType<Settings[Key]> } = {
  port: z.int().min(PORT_RANGE.any).max(PORT_RANGE.max),
  bindAddress: text.trim().min(1).max(255),
  startOnLoad: flag,
  restEnabled: flag,
  mcpEnabled: flag,
  defaultVault: text,
  cliPath: text,
  allowedCommands: commandPatterns,
  blockedCommands: commandPatterns,
  readOnly: flag,
  allowDangerousCommands: flag,
  trustedCommands: commandPatterns,
  askFirst: commandPatterns,
  allowedVaults: list,
  corsEnabled: flag,
  corsOrigins: list,
  allowedHosts: list,
  timeoutSeconds: z.number().min(TIMEOUT_RANGE.min).max(TIMEOUT_RANGE.max),
  promptsFolder: text.trim(),
  changeNotices: z.enum(CHANGE_NOTICES),
};

/** Settings parsed from stored data, and what was wrong with the data. */
export interface ParsedSettings {
  readonly settings: Settings;
  /** One sentence per key whose value is not valid. */
  readonly problems: readonly string[];
  /** Keys that are not settings. */
  readonly unknownKeys: readonly string[];
}

/** One valid value, or a sentence that says what is wrong with it. */
export function parseSetting<Key extends SettingKey>(
  key: Key,
  value: unknown,
): { readonly value: Settings[Key] } | { readonly problem: string } {
  const result = SCHEMAS[key].safeParse(value, { error: problemInWords });
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  return { problem: `The setting "${key}" isn't valid: ${issue ? sentence(issue) : 'wrong type'}.` };
}

/** What is wrong, with its subject. A pattern names itself. */
function sentence({ code, path, message }: z.core.$ZodIssue): string {
  if (code === 'custom') return message;
  return path.length > 0 ? `an entry ${message}` : `it ${message}`;
}

/** Checks one value. @returns a sentence that says what is wrong with it, or undefined */
export function settingProblem(key: SettingKey, value: unknown): string | undefined {
  const parsed = parseSetting(key, value);
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** Parses stored data of any shape. A value that is not valid is reported and replaced by its default; never throws. */
export function parseSettings(data: unknown): ParsedSettings {
  const problems: string[] = [];
  const stored = isObject(data) ? data : {};
  if (stored !== data && data !== undefined && data !== null)
    problems.push("The settings aren't a JSON object.");
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const key of SETTING_KEYS) {
    if (!Object.hasOwn(stored, key)) continue;
    const parsed = parseSetting(key, stored[key]);
    if ('problem' in parsed) problems.push(parsed.problem);
    else settings[key] = parsed.value;
  }
  const unknownKeys = Object.keys(stored).filter((key) => !Object.hasOwn(SCHEMAS, key));
  return { settings: settings as unknown as Settings, problems, unknownKeys };
}
