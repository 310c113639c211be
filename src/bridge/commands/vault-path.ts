import type { Command } from './command';

/** Parameters that hold a path from the vault root, in every command that has them. */
const PATHS: ReadonlySet<string> = new Set(['path', 'to', 'folder', 'file', 'ref']);
/** Commands that create or rename by a name, which becomes a file name. */
const NAMES: ReadonlySet<string> = new Set(['create', 'rename', 'unique', 'base:create', 'template:read']);
/** A screenshot may go anywhere: it needs the dangerous-commands opt-in. */
const EXEMPT: ReadonlySet<string> = new Set(['dev:screenshot']);

/**
 * Whether the value would point outside the vault. The program itself does not refuse this reliably: on 1.12.7 a
 * `create` with `../` made a folder outside the vault.
 */
export function leavesVault(command: Command, parameter: string, value: string): boolean {
  if (EXEMPT.has(command.name)) return false;
  const isPath = PATHS.has(parameter) || (parameter === 'name' && NAMES.has(command.name));
  if (!isPath) return false;
  const parts = value.split(/[\\/]/);
  if (parts.includes('..')) return true;
  if (/^[A-Za-z]:[\\/]/.test(value)) return true;
  // "/" alone is the vault's root, and a reading command finds nothing at any other absolute path.
  return command.kind !== 'read' && /^[\\/]./.test(value);
}
