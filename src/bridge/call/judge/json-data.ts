import type { CommandLine } from '../../cli/command-line';
import { amount } from '../../text/printable';
import { jsonExcess } from '../../text/json';
import type { JsonExcess } from '../../text/json';
import type { Command } from '../../commands/catalogue/command';
import type { EmptyJson } from '../../commands/records/command-record';
import type { Outcome } from '../outcome';

/** Larger outputs, in bytes, are not parsed. */
export const DATA_LIMIT = 1024 * 1024;
/** Far more than any command prints, but little enough to parse at once. */
const DATA_LIMITS = { depth: 200, parts: 100_000 };

const EXCESSES: Readonly<Record<JsonExcess, string>> = {
  depth: `nested more than ${DATA_LIMITS.depth} levels deep`,
  parts: `made of more than ${amount(DATA_LIMITS.parts)} values`,
};

/** Whether the command is known to print JSON on request. */
function printsJson({ parameters, nothing }: Command): boolean {
  return (
    nothing !== undefined ||
    parameters.some(({ name, values }) => name === 'format' && values?.includes('json') === true)
  );
}

/** The value that the output stands for if it is a sentence that says that nothing was found; undefined for any other output. */
export function emptyData(
  { nothing, target }: Command,
  { parameters, flags }: CommandLine,
  { stdout }: Pick<Outcome, 'stdout'>,
): EmptyJson | undefined {
  if (nothing?.sentences.includes(stdout.trim()) !== true) return undefined;
  const isOneNote = target.parameters.some((name) => parameters.has(name)) || flags.includes('active');
  return isOneNote ? (nothing.jsonOfNote ?? nothing.json) : nothing.json;
}

/**
 * Parses the output of a call that asks for JSON. Returns the value, or the problem with it, or neither if the command is not
 * known to print JSON.
 */
export function jsonData(
  command: Command,
  { stdout }: Pick<Outcome, 'stdout'>,
): { readonly data?: unknown; readonly problem?: string } {
  if (!printsJson(command)) return {};
  if (Buffer.byteLength(stdout) > DATA_LIMIT) return { problem: 'larger than 1 MiB' };
  const excess = jsonExcess(stdout, DATA_LIMITS);
  if (excess) return { problem: EXCESSES[excess] };
  try {
    return { data: JSON.parse(stdout) as unknown };
  } catch {
    return { problem: 'not JSON' };
  }
}
