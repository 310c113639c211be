import * as z from 'zod/v4';
import { DEFAULT_SETTINGS, PORT_RANGE, SETTING_KEYS, TIMEOUT_RANGE } from './settings';
import type { SettingKey, Settings } from './settings';

const text = z.string();
const list = z.array(z.coerce.string());
const flag = z.boolean();

const SCHEMAS: { readonly [Key in SettingKey]: z.ZodType<Settings[Key]> } = {
  port: z.int().min(PORT_RANGE.any).max(PORT_RANGE.max),
  bindAddress: text.trim().min(1).max(255),
  startOnLoad: flag,
  restEnabled: flag,
  mcpEnabled: flag,
  defaultVault: text,
  cliPath: text,
  allowedCommands: list,
  blockedCommands: list,
  readOnly: flag,
  allowDangerousCommands: flag,
  trustedCommands: list,
  allowedVaults: list,
  corsEnabled: flag,
  corsOrigins: list,
  allowedHosts: list,
  timeoutSeconds: z.number().min(TIMEOUT_RANGE.min).max(TIMEOUT_RANGE.max),
};

/** Settings parsed from stored data, and what was wrong with the data. */
export interface ParsedSettings {
  readonly settings: Settings;
  /** One sentence per key whose value is not valid. */
  readonly problems: readonly string[];
  /** Keys that are not settings. */
  readonly unknownKeys: readonly string[];
}

/** Checks one value. @returns a sentence that says what is wrong with it, or undefined */
export function settingProblem(key: SettingKey, value: unknown): string | undefined {
  const result = SCHEMAS[key].safeParse(value);
  if (result.success) return undefined;
  return `The setting "${key}" is not valid: ${result.error.issues[0]?.message ?? 'wrong type'}.`;
}

/** Parses stored data of any shape. A value that is not valid is reported and replaced by its default; never throws. */
export function parseSettings(data: unknown): ParsedSettings {
  const problems: string[] = [];
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!isObject && data !== undefined && data !== null) problems.push('The settings are not a JSON object.');
  const stored = isObject ? (data as Record<string, unknown>) : {};
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const key of SETTING_KEYS) {
    if (!Object.hasOwn(stored, key)) continue;
    const result = SCHEMAS[key].safeParse(stored[key]);
    if (result.success) settings[key] = result.data;
    else problems.push(settingProblem(key, stored[key]) ?? '');
  }
  const unknownKeys = Object.keys(stored).filter((key) => !Object.hasOwn(SCHEMAS, key));
  return { settings: settings as unknown as Settings, problems, unknownKeys };
}
