import type { Command } from './command';

/** Names of parameters that hold a path from the vault root, for parameters that are not documented. */
const PATH_NAMES: ReadonlySet<string> = new Set(['path', 'to', 'folder', 'file', 'ref']);

/**
 * Whether the value would point outside the vault. The program itself does not refuse this reliably: on 1.12.7 a
 * `create` with `../` made a folder outside the vault.
 */
export function leavesVault(command: Command, parameter: string, value: string): boolean {
  const documented = command.parameters.find(({ name }) => name === parameter);
  if (!(documented?.staysInVault ?? PATH_NAMES.has(parameter))) return false;
  const parts = value.split(/[\\/]/);
  if (parts.includes('..')) return true;
  if (/^[A-Za-z]:[\\/]/.test(value)) return true;
  // "/" alone is the vault's root, and a reading command finds nothing at any other absolute path.
  return command.kind !== 'read' && /^[\\/]./.test(value);
}
