import type { CommandRecord } from './command-record';
import { SOME_ROWS, TOTAL, UNKNOWN, VERBOSE } from './shared-parts';

export const VAULT_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  vault: {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Run files or folders with the flag total.',
    summary: 'Prints the name, absolute path, counts and size of the vault.',
    parameters: {
      info: { values: ['name', 'path', 'files', 'folders', 'size'], description: 'Print only this value' },
    },
    success: SOME_ROWS,
    printsUserText: true,
    searchWords:
      'overview information info total big location disk statistics notes folders overall current root notebook library',
  },
  vaults: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists the vaults of the app; verbose adds their absolute paths.',
    note: 'Shows other vaults too.',
    vault: 'not_needed',
    reachesOtherVaults: true,
    flags: { total: TOTAL, verbose: VERBOSE },
    success: { shape: 'lines', always: true },
    printsUserText: true,
    searchWords: 'all other known computer machine locations notebooks libraries',
  },
  'vault:open': {
    kind: 'write',
    reveals: 'more',
    summary: 'Switches to another vault, but only in the interactive mode of the CLI.',
    note: 'Not available through the bridge.',
    instead:
      'It works only in the interactive mode of the CLI: name the vault in the field vault of each call.',
    reachesOtherVaults: true,
    parameters: {
      name: { placeholder: '<name>', description: 'Name of the vault', required: true, sample: 'Name' },
    },
    success: UNKNOWN,
    searchWords: 'change different other go notebook library load',
  },
};
