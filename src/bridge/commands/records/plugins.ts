import type { CommandRecord, ParameterRecord } from './command-record';
import { ENABLE_AFTERWARDS, OFF, ON, ROWS, SOME_ROWS, TABLE_FORMAT, UNKNOWN, VERSIONS } from './shared-parts';

const PLUGIN_ID: ParameterRecord = {
  placeholder: '<id>',
  description: 'Id of the plugin',
  required: true,
  namesResource: true,
  sample: 'dataview',
};

const PLUGIN_KIND: ParameterRecord = { values: ['core', 'community'], description: 'Which of them to list' };

/** Words that people use for a plugin. */
const ADD_ON = 'add-on addon extension';

/** Words that people use for plugins. */
const ADD_ONS = 'add-ons addons add-on extensions';

export const PLUGINS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  plugins: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists installed plugins.',
    parameters: { filter: PLUGIN_KIND, format: TABLE_FORMAT },
    flags: { versions: VERSIONS },
    success: ROWS,
    searchWords: `${ADD_ONS} community core added`,
  },
  'plugins:enabled': {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists plugins that are switched on.',
    parameters: { filter: PLUGIN_KIND, format: TABLE_FORMAT },
    flags: { versions: VERSIONS },
    success: ROWS,
    searchWords: `${ADD_ONS} active running turned currently switched on which`,
  },
  'plugins:restrict': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Prints or switches restricted mode, which turns off all community plugins.',
    effect: 'turn restricted mode on or off',
    note: 'Without a flag it only reports. off lets community plugins run; on unloads them all, including the bridge.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: {
      shape: 'confirmation',
      line: /^Restricted mode (?:(?:enabled|disabled)\. Reloading\.\.\.|is already (?:enabled|disabled)\.)$/m,
    },
    changesOnlyWith: ['on', 'off'],
    searchWords: 'safe third party allow block on trust',
  },
  plugin: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Prints details of one plugin.',
    parameters: {
      id: {
        placeholder: '<plugin-id>',
        description: 'Id of the plugin',
        required: true,
        namesResource: true,
        sample: 'dataview',
      },
    },
    success: SOME_ROWS,
    searchWords: `${ADD_ON} information info author version about`,
  },
  'plugin:enable': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches a plugin on, which runs its code.',
    note: 'plugins:enabled lists it only after a second.',
    dangerous: true,
    parameters: { id: PLUGIN_ID, filter: PLUGIN_KIND },
    effect: 'turn on the plugin {id}',
    success: { shape: 'confirmation', line: /^Enabled\b/m },
    searchWords: `${ADD_ON} turn activate start switch on`,
  },
  'plugin:disable': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches a plugin off.',
    note: 'The bridge refuses to switch itself off.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID, filter: PLUGIN_KIND },
    effect: 'turn off the plugin {id}',
    success: UNKNOWN,
    searchWords: `${ADD_ON} turn deactivate stop switch off`,
  },
  'plugin:install': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Downloads a community plugin, optionally switching it on.',
    note: 'Downloads third-party code.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    flags: { enable: ENABLE_AFTERWARDS },
    effect: 'install the plugin {id}',
    success: UNKNOWN,
    searchWords: `${ADD_ON} new store add community get download`,
  },
  'plugin:uninstall': {
    kind: 'remove',
    reveals: 'nothing',
    summary: 'Deletes a community plugin and its folder.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    effect: 'uninstall the plugin {id}',
    success: UNKNOWN,
    searchWords: `${ADD_ON} remove rid erase`,
  },
  'plugin:reload': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Unloads a plugin and loads it again from disk.',
    note: 'Runs the code that is in the plugin folder now.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    effect: 'reload the plugin {id}',
    success: { shape: 'confirmation', line: /^Reloaded: (.+)$/m },
    searchWords: `${ADD_ON} restart refresh rebuilt development code`,
  },
};
