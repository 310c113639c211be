import type { Success } from './command-record';

/** One item per line. */
export const LINES: Success = { shape: 'lines' };

/** One path from the vault root per line. */
export const PATHS: Success = { shape: 'paths' };

/** One item per line, in columns separated by tabs. */
export const ROWS: Success = { shape: 'lines' };

/** Like {@link ROWS}, but never empty. */
export const SOME_ROWS: Success = { shape: 'lines', line: /\t/, always: true };

/** Lines indented by their level, with box-drawing characters. */
export const TREE: Success = { shape: 'lines', line: /^[│├└─]/, always: true };

export const JSON_TEXT: Success = { shape: 'lines', line: /^[[{]/, always: true };

/** Text of any form. */
export const TEXT: Success = { shape: 'text' };

/** Unknown, because no known release has the command. */
export const UNKNOWN: Success = { shape: 'unknown' };
