import type { Caller, DecidedBy } from '../caller';
import type { CommandLine } from '../cli/command-line';
import type { Command } from '../commands/catalogue/command';
import { mayChange } from './policy/read-only';
import type { Outcome } from './outcome';

/** An audit record of a call that may have changed something. Never has the text of notes. */
export interface AuditEntry {
  /** When the call ended; ISO 8601, UTC. */
  readonly time: string;
  readonly interface: Caller['interface'];
  /** The name of the key. */
  readonly client: string;
  /** The id of the key. */
  readonly clientId: string;
  /** The client's own name for itself; empty if unknown. */
  readonly userAgent: string;
  readonly command: string;
  readonly vault: string;
  /** The parameters that name the target. */
  readonly target: Readonly<Record<string, string>>;
  /** `ok`, a failure code, or `unknown` if the bridge itself failed while the command ran. */
  readonly result: string;
  /** Null if unknown. */
  readonly exitCode: number | null;
  /** Who approved the call, if it needed approval. */
  readonly decidedBy?: DecidedBy;
}

/** Parameters that name notes, folders, plugins and so on, in any command. No others are recorded. */
const NAMING: readonly string[] = ['path', 'file', 'folder', 'ref', 'to', 'name', 'id'];
const LONGEST = 300;

/** The parts of a call that its record needs. */
interface AuditedCall {
  readonly command: Command;
  readonly line: CommandLine;
  readonly caller: Caller;
  readonly vaultName: string | undefined;
  readonly approval: { readonly by: DecidedBy } | undefined;
}

/**
 * The record of a call that ran or may have run; undefined if it only reads.
 * @param end `unknown` if the bridge itself failed
 */
export function auditEntry(call: AuditedCall, end: Outcome | 'unknown'): AuditEntry | undefined {
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
    result: end === 'unknown' ? end : (end.code ?? 'ok'),
    exitCode: end === 'unknown' ? null : end.exitCode,
    ...(approval && { decidedBy: approval.by }),
  };
}
