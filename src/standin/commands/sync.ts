import type { Command } from '../command';

/** Sync needs an account and a network: there is its state only, in words that are a guess. */
export const SYNC_COMMANDS: readonly Command[] = [
  {
    name: 'sync:status',
    summary: 'Show sync status',
    corePlugin: 'sync',
    options: [],
    run: () => 'status\tnot set up',
  },
];
