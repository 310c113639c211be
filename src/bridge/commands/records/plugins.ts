import type { CommandRecord, ParameterRecord } from './command-record';
import { ENABLE_AFTERWARDS, OFF, ON, VERSIONS } from './shared-flags';
import { TABLE_FORMAT } from './shared-parameters';
import { ROWS, SOME_ROWS, UNKNOWN } from './shared-success';

const PLUGIN_ID: ParameterRecord = {
  placeholder: '<id>',
  description: 'Id of the plugin',
  required: true,
  namesResource: true,
  sample: 'dataview',
};

const PLUGIN_KIND: ParameterRecord = { values: ['core', 'community'], description: 'Which of them to list' };

/** The section "Plugins". */
export const PLUGINS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  plugins: {
    kind: 'read',
    summary: 'Lists installed plugins.',
    parameters: { filter: PLUGIN_KIND, format: TABLE_FORMAT },
    flags: { versions: VERSIONS },
    success: ROWS,
    searchWords: 'add-ons addons add-on extensions installed have list community core',
  },
  'plugins:enabled': {
    kind: 'read',
    summary: 'Lists plugins that are switched on.',
    parameters: { filter: PLUGIN_KIND, format: TABLE_FORMAT },
    flags: { versions: VERSIONS },
    success: ROWS,
    searchWords: 'add-ons addons add-on extensions active running turned switched enabled currently',
  },
  'plugins:restrict': {
    kind: 'write',
    summary: 'Prints or switches restricted mode, which turns off all community plugins.',
    note: 'Without a flag it only reports. off lets community plugins run; on unloads them all, the bridge included.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: UNKNOWN,
    changesOnlyWith: ['on', 'off'],
    searchWords: 'safe mode restricted third party community allow block turn on off all plugins trust',
  },
  plugin: {
    kind: 'read',
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
    searchWords: 'add-on addon extension details information info author version about one',
  },
  'plugin:enable': {
    kind: 'write',
    summary: 'Switches a plugin on, which runs its code.',
    dangerous: true,
    parameters: { id: PLUGIN_ID, filter: PLUGIN_KIND },
    success: UNKNOWN,
    question: { about: 'listed', list: 'plugins:enabled', parameter: 'id', listed: true },
    searchWords: 'add-on addon extension turn switch activate start enable use',
  },
  'plugin:disable': {
    kind: 'write',
    summary: 'Switches a plugin off.',
    note: 'The bridge refuses to switch itself off.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID, filter: PLUGIN_KIND },
    success: UNKNOWN,
    question: { about: 'listed', list: 'plugins:enabled', parameter: 'id', listed: false },
    searchWords: 'add-on addon extension turn off switch deactivate stop disable',
  },
  'plugin:install': {
    kind: 'write',
    summary: 'Downloads a community plugin, optionally switching it on.',
    note: 'Downloads third-party code.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    flags: { enable: ENABLE_AFTERWARDS },
    success: UNKNOWN,
    question: { about: 'listed', list: 'plugins', parameter: 'id', listed: true, before: true },
    searchWords: 'add-on addon extension download get new community store install',
  },
  'plugin:uninstall': {
    kind: 'remove',
    summary: 'Deletes a community plugin and its folder.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    success: UNKNOWN,
    question: { about: 'listed', list: 'plugins', parameter: 'id', listed: false },
    searchWords: 'add-on addon extension remove delete get rid uninstall erase',
  },
  'plugin:reload': {
    kind: 'write',
    summary: 'Unloads a plugin and loads it again from disk.',
    note: 'Runs the code that is in the plugin folder now.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: PLUGIN_ID },
    success: { shape: 'confirmation', line: /^Reloaded: (.+)$/m },
    searchWords: 'add-on addon extension restart refresh rebuilt development code load again',
  },
};
