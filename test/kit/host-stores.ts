/**
 * How the notes are reached: as in the plugin's vault, or as in the standalone host. A rule of both is tried over the first by
 * `npm test`, and over both by `npm run fuzz`, because it takes processes each time.
 */
export const HOST_STORES: readonly ('own' | 'folders')[] =
  process.env['FUZZ_RUNS'] === undefined ? ['own'] : ['own', 'folders'];
