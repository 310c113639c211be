import type { CommandTarget } from './command-record';

/** A note named by `file` or `path`, or else the open note. */
export const NOTE_OR_OPEN_NOTE: CommandTarget = { parameters: ['file', 'path'], without: 'open_note' };

/** A note named by `file` or `path`, or else the whole vault. */
export const NOTE_OR_VAULT: CommandTarget = { parameters: ['file', 'path'], without: 'whole_vault' };

/** Always the open note. */
export const ONLY_OPEN_NOTE: CommandTarget = { parameters: [], without: 'open_note' };

/** The command acts on no particular note. */
export const NO_TARGET: CommandTarget = { parameters: [], without: 'nothing' };
