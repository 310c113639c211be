import type { Outcome } from '../outcome';
import { DATA_LIMIT } from './json-data';

/** The line that names the version of a note, and the rule between it and the text. */
const HEADER = /^[^\n]*\n---[ \t]*(?:\r?\n|$)/;

/** The text of an older version of a note, without the header that the program prints before it. */
export function versionText({ stdout }: Pick<Outcome, 'stdout'>): {
  readonly data?: { readonly text: string };
  readonly problem?: string;
} {
  if (Buffer.byteLength(stdout) > DATA_LIMIT)
    return { problem: 'The text is larger than 1 MiB, so there is no data.' };
  const header = HEADER.exec(stdout)?.[0];
  if (header === undefined)
    return { problem: 'The output has no header before the text, so there is no data.' };
  return { data: { text: stdout.slice(header.length) } };
}
