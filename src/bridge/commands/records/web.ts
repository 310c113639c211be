import type { CommandRecord } from './command-record';
import { NEW_TAB } from './shared-parts';

export const WEB_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  web: {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Opens an address in the built-in web viewer.',
    parameters: {
      url: {
        placeholder: '<url>',
        description: 'Web address',
        required: true,
        isWebAddress: true,
        sample: 'https://example.com',
      },
    },
    flags: { newtab: NEW_TAB },
    effect: 'open {url}',
    effectNoun: 'opening of web pages',
    success: { shape: 'confirmation', line: /^Opened: .+$/m },
    searchWords: 'browse browser website url internet site visit online tab load webpage',
  },
};
