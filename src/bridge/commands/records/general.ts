import type { CommandRecord } from './command-record';
import { TEXT, UNKNOWN } from './shared-success';

/** The section "General commands". */
export const GENERAL_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  help: {
    kind: 'read',
    summary: 'Prints the command catalogue of the running app, or the entry of one command.',
    note: 'Positional argument, not key=value. Only commands registered by currently enabled core/community plugins are listed.',
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
    searchWords:
      'usage manual documentation reference available commands everything possible what can do instructions syntax explain options subcommands man page parameters list',
  },
  version: {
    kind: 'read',
    summary: 'Prints the app version and the installer version.',
    success: { shape: 'lines', line: /^\d+\.\d+\.\d+/, always: true },
    searchWords: 'release build number installer update which version about running latest',
  },
  reload: {
    kind: 'write',
    summary: 'Reloads the vault window.',
    note: 'Tears down the renderer, hence also a plugin-hosted HTTP server, before a reply can be sent.',
    dangerous: true,
    success: { shape: 'confirmation', line: /^Reloading\.\.\.$/m },
    searchWords: 'refresh window stuck load again vault reload frozen hung unresponsive',
  },
  restart: {
    kind: 'write',
    summary: 'Relaunches the whole desktop app.',
    note: 'Kills every vault window; a plugin-hosted server cannot answer the request reliably.',
    dangerous: true,
    success: UNKNOWN,
    searchWords: 'relaunch quit start again close reopen application app program reboot shut down boot',
  },
  remove: {
    kind: 'remove',
    summary: 'Removal command of the HTTP interface; runs where the app offers it.',
    canHarmBridge: true,
    success: UNKNOWN,
    searchWords: 'remove',
    instead: 'The app does not offer it: use delete for a note and property:remove for a property.',
  },
  uninstall: {
    kind: 'remove',
    summary: 'Removal command of the HTTP interface; runs where the app offers it.',
    canHarmBridge: true,
    success: UNKNOWN,
    searchWords: 'uninstall',
    instead: 'The app does not offer it: use plugin:uninstall or theme:uninstall.',
  },
};
