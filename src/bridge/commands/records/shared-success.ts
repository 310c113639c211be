import type { Success } from './command-record';

/** One item per line. */
export const LINES: Success = { shape: 'lines' };

/** One item per line, in columns separated by tabs. */
export const ROWS: Success = { shape: 'rows' };

/** Text of any form. */
export const TEXT: Success = { shape: 'text' };

/** Nobody has seen what a successful run prints. */
export const UNKNOWN: Success = { shape: 'unknown' };
