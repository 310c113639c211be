import { BridgeError } from '../../errors';
import { amount } from '../../text/printable';
import type { Command, CommandParameter } from '../../commands/catalogue/command';
import { isPath } from './check-target';

/** Maximum characters in an id, or in another value that answers repeat. */
export const SHORT_CHARS = 200;
/** Maximum bytes in a name or a path, and in each part of a path. */
const NAME_BYTES = 4_096;
const SEGMENT_BYTES = 255;
/** Maximum levels of a path: each folder, and the file. */
const PATH_LEVELS = 64;

/** Documented placeholders of free text, which has no limit. */
const FREE: ReadonlySet<string> = new Set([
  '<base64>',
  '<css>',
  '<javascript>',
  '<json>',
  '<query>',
  '<text>',
  '<url>',
  '<value>',
]);
/** Documented placeholders of ids and other short values. */
const SHORT: ReadonlySet<string> = new Set([
  '<CDP.method>',
  '<char>',
  '<command-id>',
  '<command>',
  '<extension>',
  '<id>',
  '<n>',
  '<plugin-id>',
]);

/**
 * Refuses a path, name, id or list value that is longer or deeper than any real one, before anything else looks at it.
 * @throws BridgeError `invalid_parameter`
 */
export function requireBound(
  command: Command,
  parameter: CommandParameter | undefined,
  name: string,
  value: unknown,
): void {
  if (typeof value !== 'string') return;
  const { values, placeholder = '', isLive = command.origin === 'live' } = parameter ?? {};
  // Bounds what `harmsBridge` has to normalize.
  if (values !== undefined || SHORT.has(placeholder) || command.canHarmBridge) {
    if (value.length > SHORT_CHARS) throw tooLong(name, `${SHORT_CHARS} characters`);
    return;
  }
  const holdsPath = isPath(parameter, name);
  const holdsName = parameter !== undefined && !isLive && !FREE.has(placeholder);
  if (!holdsPath && !holdsName) return;
  if (isLonger(value, NAME_BYTES)) throw tooLong(name, `${amount(NAME_BYTES)} bytes`);
  if (!holdsPath) return;
  const segments = value.split(/[\\/]/);
  if (segments.some((segment) => isLonger(segment, SEGMENT_BYTES)))
    throw tooLong(name, `${SEGMENT_BYTES} bytes in each of its parts`);
  if (segments.filter(Boolean).length > PATH_LEVELS) throw tooLong(name, `${PATH_LEVELS} levels of folders`);
}

/** Refuses a vault name that is longer than any real one. @throws BridgeError `invalid_parameter` */
export function requireVaultBound(vault: string): void {
  if (isLonger(vault, NAME_BYTES)) throw tooLong('vault', `${amount(NAME_BYTES)} bytes`);
}

function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || Buffer.byteLength(text) > bytes;
}

function tooLong(name: string, most: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail: `"${name}" takes ${most} at most.` });
}
