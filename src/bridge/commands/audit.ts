import type { Caller, DecidedBy } from '../caller';
import type { CommandLine } from '../cli/command-line';
import type { Command } from './catalogue/command';
import { mayChange } from './policy/read-only';
import type { RunEnd } from './run-command';

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

/** The record of a call that ran or may have run; undefined for one that only reads. */
export function auditEntry(
  command: Command,
  commandLine: CommandLine,
  { key, userAgent = '', interface: through }: Caller,
  {
    end,
    vault = '',
    decidedBy,
  }: {
    readonly end: RunEnd;
    readonly vault: string | undefined;
    readonly decidedBy?: DecidedBy | undefined;
  },
): AuditEntry | undefined {
  if (!mayChange(command, commandLine)) return undefined;
  const target = [...commandLine.parameters].filter(([name]) => NAMING.includes(name));
  return {
    time: new Date().toISOString(),
    interface: through,
    client: key.name,
    clientId: key.id,
    userAgent: userAgent.slice(0, LONGEST),
    command: command.name,
    vault,
    target: Object.fromEntries(target.map(([name, value]) => [name, value.slice(0, LONGEST)])),
    result: end === 'unknown' ? end : (end.code ?? 'ok'),
    exitCode: end === 'unknown' ? null : end.exitCode,
    ...(decidedBy && { decidedBy }),
  };
}
