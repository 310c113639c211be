import type { CommandRecord } from './command-record';
import { TEXT, UNKNOWN } from './shared-parts';

export const GENERAL_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  help: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Prints all commands of the running app, or the help of one command.',
    note: 'A long list of all commands of the app and of active plugins, including those that the bridge refuses. Over MCP, search shows what can be used.',
    vault: 'not_needed',
    parameters: {
      command: {
        positional: true,
        placeholder: '<command>',
        description: 'Command to explain',
        sample: 'read',
        shownInExample: true,
      },
    },
    success: TEXT,
    failures: [/^No commands matching "/],
    replacedBySearch: true,
    searchWords:
      'usage manual documentation reference available everything possible instructions syntax explain options subcommands man page parameters list references',
  },
  version: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Prints the app version and the installer version.',
    vault: 'not_needed',
    success: { shape: 'lines', line: /^\d+\.\d+\.\d+/, always: true },
    searchWords: 'release build number update about running latest program',
  },
  reload: {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Reloads the vault window.',
    note: 'If the bridge runs in the app, this stops it before it can answer.',
    dangerous: true,
    effect: 'reload the vault window',
    success: { shape: 'confirmation', line: /^Reloading\.\.\.$/m },
    searchWords: 'refresh stuck load again frozen hung unresponsive',
  },
  restart: {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Relaunches the whole desktop app.',
    note: 'Closes all windows. If the bridge runs in the app, this stops it.',
    dangerous: true,
    effect: 'restart Obsidian',
    success: UNKNOWN,
    searchWords: 'quit start again close reopen application program reboot shut down boot',
  },
  remove: {
    kind: 'remove',
    reveals: 'more',
    summary: 'Removes something, in an app that offers this command.',
    canHarmBridge: true,
    success: UNKNOWN,
    searchWords: 'remove',
    instead: 'The app does not offer it: use delete for a note and property:remove for a property.',
  },
  uninstall: {
    kind: 'remove',
    reveals: 'more',
    summary: 'Removes something, in an app that offers this command.',
    canHarmBridge: true,
    success: UNKNOWN,
    searchWords: 'uninstall',
    instead: 'The app does not offer it: use plugin:uninstall or theme:uninstall.',
  },
};
