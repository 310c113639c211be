import type { Command } from '../command';

/** Sync needs an account and a network, so there is only its status. The wording is a guess. */
export const SYNC_COMMANDS: readonly Command[] = [
  {
    name: 'sync:status',
    summary: 'Show sync status',
    corePlugin: 'sync',
    options: [],
    run: () => 'status\tnot set up',
  },
];
