import type { FlagRecord } from './command-record';

export const TOTAL = 'Print only how many there are';

export const VERBOSE = 'Print more about each';

export const COUNTS = 'Add how often each occurs';

export const OPEN_AFTERWARDS = 'Open it in the app afterward';

export const NEW_TAB = 'In a new tab';

export const INLINE: FlagRecord = { description: 'Without a line break between', explain: true };

export const ON = 'Switch on';

export const OFF = 'Switch off';

export const ACTIVE_NOTE = 'Only the note open in the app';

export const VERSIONS = 'Add the versions';

export const ENABLE_AFTERWARDS = 'Switch it on after installing';
