import type { Target } from './command-record';

/** A note named by `file` or `path`, or else the open note. */
export const NOTE_OR_OPEN_NOTE: Target = { parameters: ['file', 'path'], without: 'open_note' };

/** A note named by `file` or `path`, or else the whole vault. */
export const NOTE_OR_VAULT: Target = { parameters: ['file', 'path'], without: 'whole_vault' };

/** Always the open note. */
export const ONLY_OPEN_NOTE: Target = { parameters: [], without: 'open_note' };

/** The command acts on no particular note. */
export const NO_TARGET: Target = { parameters: [], without: 'nothing' };
