import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/** A JSON object of the configuration folder; undefined when it is absent or damaged. */
export function readJson<T extends object>(vault: VaultFolder, file: string): Partial<T> | undefined {
  try {
    const parsed: unknown = JSON.parse(vault.readConfig(file) ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces a JSON file of the configuration folder.
 * @throws Failure when the present one is damaged: what can still be saved from it by hand would be lost
 */
export function writeJson(vault: VaultFolder, file: string, value: object): void {
  const present = vault.readConfig(file);
  if (present !== undefined && present.trim() !== '' && readJson(vault, file) === undefined) {
    throw new Failure(`Error: ${file} is not valid JSON, so it was left as it is.`);
  }
  vault.writeConfig(file, `${JSON.stringify(value, null, 2)}\n`);
}
