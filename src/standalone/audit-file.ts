import { closeSync, openSync, writeSync } from 'node:fs';
import type { AuditEntry } from '../bridge/commands/call/audit';
import { UsageError } from './options';

/** A file with one line of JSON for each call that may have changed something. */
export interface AuditFile {
  readonly add: (entry: AuditEntry) => void;
  readonly close: () => void;
}

/**
 * Opens the file to add to it; a new one can be read by its owner only. Lines are written before the client has its answer, so
 * that none is lost.
 * @param warn gets a message, once, when a line cannot be written
 * @throws UsageError when the file cannot be opened
 */
export function openAuditFile(path: string, warn: (message: string) => void): AuditFile {
  let file: number;
  try {
    file = openSync(path, 'a', 0o600);
  } catch {
    throw new UsageError(`The audit file ${path} cannot be written.`);
  }
  let hasFailed = false;
  return {
    add(entry) {
      try {
        writeSync(file, `${escaped(JSON.stringify(entry))}\n`);
      } catch {
        if (!hasFailed) warn(`The audit file ${path} cannot be written any more: calls are not recorded.`);
        hasFailed = true;
      }
    },
    close: () => closeSync(file),
  };
}

/** JSON in which no character acts on the terminal that shows it: JSON itself escapes only some of the control characters. */
function escaped(json: string): string {
  return json.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
