import type { Caller, DecidedBy } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../catalogue/command';
import { mayChange } from '../policy/read-only';
import type { Outcome } from '../outcome';

/** One call that may have changed something, for a host that keeps a record of them; never the text of notes. */
export interface AuditEntry {
  /** ISO 8601, UTC: when it ended. */
  readonly time: string;
  readonly interface: Caller['interface'];
  /** The name of the key it came with. */
  readonly client: string;
  /** The id of that key. */
  readonly clientId: string;
  /** What the client calls itself; empty where it does not say. */
  readonly userAgent: string;
  readonly command: string;
  readonly vault: string;
  /** The parameters that name what it acts on. */
  readonly target: Readonly<Record<string, string>>;
  /** `ok`, the code of the failure, or `unknown` where the bridge itself failed while the command ran. */
  readonly result: string;
  /** Null where it is not known. */
  readonly exitCode: number | null;
  /** Who let it run, where that needed consent. */
  readonly decidedBy?: DecidedBy;
}

/** Parameters that name notes, folders, plugins and the like, whatever the command; no other is ever recorded. */
const NAMING: readonly string[] = ['path', 'file', 'folder', 'ref', 'to', 'name', 'id'];
const LONGEST = 300;

/** A call that ran, as far as its record goes. */
interface AuditedCall {
  readonly command: Command;
  readonly line: CommandLine;
  readonly caller: Caller;
  readonly vaultName: string | undefined;
  readonly approval: { readonly by: DecidedBy } | undefined;
}

/**
 * The record of a call that ran or may have run; undefined for one that only reads.
 * @param end `unknown` where the bridge itself failed
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
