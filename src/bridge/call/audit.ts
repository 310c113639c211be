import type { AuditEntry } from '../request-log';
import type { Call } from './call';
import { mayChange } from './policy/read-only';

/** Parameters that name notes, folders, plugins and so on, in any command. No others are recorded. */
const NAMING: readonly string[] = ['path', 'file', 'folder', 'ref', 'to', 'name', 'id'];
const LONGEST = 300;

/**
 * The record of a call that ran or may have run; undefined if it only reads.
 * @param result `ok`, a failure code, or `unknown` if the bridge itself failed
 */
export function auditEntry(call: Call, result: string, exitCode: number | null): AuditEntry | undefined {
  const { command, line, caller, vaultName = '', approval } = call;
  if (!mayChange(command, line)) return undefined;
  const target = [...line.parameters].filter(([name]) => NAMING.includes(name));
  return {
    time: new Date().toISOString(),
    interface: caller.interface,
    client: caller.key.name,
    clientId: caller.key.id,
    userAgent: (caller.userAgent ?? '').slice(0, LONGEST),
    command: command.name,
    vault: vaultName,
    target: Object.fromEntries(target.map(([name, value]) => [name, value.slice(0, LONGEST)])),
    result,
    exitCode,
    ...(approval && { decidedBy: approval.by }),
  };
}
