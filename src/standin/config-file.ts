import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/** Reads a JSON object from the configuration folder; undefined when the file is missing or invalid. */
export function readJson<T extends object>(vault: VaultFolder, file: string): Partial<T> | undefined {
  try {
    const parsed: unknown = JSON.parse(vault.readConfig(file) ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces a JSON file in the configuration folder.
 * @throws Failure when the current file is invalid, since a person may want to repair it by hand
 */
export function writeJson(vault: VaultFolder, file: string, value: object): void {
  const current = vault.readConfig(file);
  if (current !== undefined && current.trim() !== '' && readJson(vault, file) === undefined) {
    throw new Failure(`${file} is not valid JSON, so it was left unchanged.`);
  }
  vault.writeConfig(file, `${JSON.stringify(value, null, 2)}\n`);
}
