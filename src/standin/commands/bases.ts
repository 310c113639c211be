import type { Command } from '../command';

/** Commands for bases. Their filter language is not supported, so no command runs a view. */
export const BASE_COMMANDS: readonly Command[] = [
  {
    name: 'bases',
    summary: 'List all base files in the vault',
    corePlugin: 'bases',
    options: [],
    run: ({ vault }) => {
      const paths = vault.files().filter((path) => path.endsWith('.base'));
      return paths.length > 0 ? paths.join('\n') : 'No base files found in vault';
    },
  },
];
