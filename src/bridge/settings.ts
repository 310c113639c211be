import * as z from 'zod/v4';
import { DEFAULT_SETTINGS } from './defaults';

export { CLI_DECIDES, DEFAULT_SETTINGS } from './defaults';

const text = z.string();
const list = z.array(z.coerce.string());
const flag = z.boolean();

/** Every setting with its form. The order is the order of the documentation. */
const SHAPE = {
  port: z.int().min(0).max(65_535),
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
  corsEnabled: flag,
  corsOrigins: list,
  allowedHosts: list,
  timeoutSeconds: z.number().min(1).max(600),
} as const;

type Shape = typeof SHAPE;

/** The settings of a bridge; see {@link DEFAULT_SETTINGS} for the defaults. */
export type Settings = { readonly [Key in keyof Shape]: z.infer<Shape[Key]> };

export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(SHAPE) as SettingKey[];

/** Settings read from stored data, and what was wrong with it. */
export interface ReadSettings {
  readonly settings: Settings;
  /** One sentence per key whose value could not be used. */
  readonly problems: readonly string[];
  /** Keys that are no settings; they are left alone. */
  readonly unknownKeys: readonly string[];
}

/** Checks one value; gives the sentence that says what is wrong with it, or undefined. */
export function problemOf(key: SettingKey, value: unknown): string | undefined {
  const result = SHAPE[key].safeParse(value);
  if (result.success) return undefined;
  return `The setting "${key}" is not usable: ${result.error.issues[0]?.message ?? 'wrong form'}.`;
}

/** Reads stored data of any form. A value that cannot be used falls back to its default and is reported; never throws. */
export function readSettings(data: unknown): ReadSettings {
  const problems: string[] = [];
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!isObject && data !== undefined && data !== null) problems.push('The settings are not a JSON object.');
  const stored = isObject ? (data as Record<string, unknown>) : {};
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const key of SETTING_KEYS) {
    if (!Object.hasOwn(stored, key)) continue;
    const result = SHAPE[key].safeParse(stored[key]);
    if (result.success) settings[key] = result.data;
    else problems.push(problemOf(key, stored[key]) ?? '');
  }
  const unknownKeys = Object.keys(stored).filter((key) => !Object.hasOwn(SHAPE, key));
  return { settings: settings as Settings, problems, unknownKeys };
}
