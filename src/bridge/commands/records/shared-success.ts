import type { Success } from './command-record';

/** One item per line. */
export const LINES: Success = { shape: 'lines' };

/** One path from the vault root per line. */
export const PATHS: Success = { shape: 'paths' };

/** One item per line, in columns separated by tabs. */
export const ROWS: Success = { shape: 'rows' };

/** The same, and never empty. */
export const SOME_ROWS: Success = { shape: 'rows', always: true };

/** Text of any form. */
export const TEXT: Success = { shape: 'text' };

/** Not known from any release. */
export const UNKNOWN: Success = { shape: 'unknown' };
