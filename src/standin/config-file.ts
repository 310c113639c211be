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
