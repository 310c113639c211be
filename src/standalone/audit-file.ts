import { closeSync, openSync, writeSync } from 'node:fs';
import type { AuditEntry } from '../bridge/request-log';
import { UsageError } from './options';

/** A file with one line of JSON for each call that may have changed something. */
export interface AuditFile {
  readonly add: (entry: AuditEntry) => void;
  readonly close: () => void;
}

/**
 * Opens the file for appending. Only its owner can read a new file. A line is written before the client gets its answer, so
 * none is lost.
 * @param warn gets one message when a line cannot be written
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
        if (!hasFailed) warn(`The audit file ${path} can no longer be written, so calls are not recorded.`);
        hasFailed = true;
      }
    },
    close: () => closeSync(file),
  };
}

/** Escapes the characters that could control a terminal, of which JSON escapes only some. */
function escaped(json: string): string {
  return json.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
