import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { isRestricted, restrict } from '../state';
import { printFields, printRows } from '../rows';
import {
  enabledIds,
  findInDirectory,
  install,
  installedPlugins,
  setEnabled,
  uninstall,
} from '../community-plugins';
import { corePluginIds, isCoreEnabled, setCoreEnabled } from '../core-plugins';

interface Plugin {
  readonly type: 'core' | 'community';
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly enabled: boolean;
}

const ID = required('id', '<id>', 'Plugin ID');
const FILTER = parameter('filter', 'core|community', 'Filter by plugin type');
const LIST_OPTIONS = [
  FILTER,
  flag('versions', 'Include version numbers'),
  parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
];

/** Commands for plugins. Nothing is loaded: a community plugin is only a manifest and an entry in a list. */
export const PLUGIN_COMMANDS: readonly Command[] = [
  {
    name: 'plugin',
    summary: 'Get plugin info',
    options: [required('id', '<plugin-id>', 'Plugin ID')],
    run: (call) => {
      const { type, name, version, author, enabled } = findPlugin(call);
      return printFields({ type, name, version, author, enabled: String(enabled) });
    },
  },
  {
    name: 'plugin:disable',
    summary: 'Disable a plugin',
    options: [ID, FILTER],
    run: (call) => turn(call, false),
  },
  {
    name: 'plugin:enable',
    summary: 'Enable a plugin',
    options: [ID, FILTER],
    run: (call) => turn(call, true),
  },
  {
    name: 'plugin:install',
    summary: 'Install a community plugin',
    options: [ID, flag('enable', 'Enable after install')],
    run: installPlugin,
  },
  {
    name: 'plugin:reload',
    summary: 'Reload a plugin (for developers)',
    options: [ID],
    run: (call) => {
      const { id, enabled } = findPlugin(call);
      if (!enabled) throw new Failure(`Plugin "${id}" is not enabled.`);
      return `Reloaded: ${id}`;
    },
  },
  {
    name: 'plugin:uninstall',
    summary: 'Uninstall a community plugin',
    options: [ID],
    run: (call) => {
      const { id, type } = findPlugin(call);
      if (type === 'core') throw new Failure(`Error: Plugin "${id}" is a core plugin.`);
      uninstall(call.vault, id);
      return `Uninstalled: ${id}`;
    },
  },
  {
    name: 'plugins',
    summary: 'List installed plugins',
    options: LIST_OPTIONS,
    run: (call) => list(call, allPlugins(call)),
  },
  {
    name: 'plugins:enabled',
    summary: 'List enabled plugins',
    options: LIST_OPTIONS,
    run: (call) =>
      list(
        call,
        allPlugins(call).filter(({ enabled }) => enabled),
      ),
  },
  {
    name: 'plugins:restrict',
    summary: 'Toggle or check restricted mode',
    options: [flag('on', 'Enable restricted mode'), flag('off', 'Disable restricted mode')],
    // The output is a guess.
    run: (call) => {
      if (call.flag('on') !== call.flag('off')) restrict(call.vault, call.flag('on'));
      return `Restricted mode: ${isRestricted(call.vault) ? 'on' : 'off'}`;
    },
  },
];

function allPlugins({ vault }: Call): Plugin[] {
  const enabled = enabledIds(vault);
  return [
    ...corePluginIds().map((id): Plugin => ({
      type: 'core',
      id,
      name: id,
      version: '',
      author: 'Obsidian',
      enabled: isCoreEnabled(vault, id),
    })),
    ...installedPlugins(vault).map((manifest): Plugin => ({
      type: 'community',
      ...manifest,
      enabled: enabled.includes(manifest.id),
    })),
  ];
}

function findPlugin(call: Call): Plugin {
  const id = call.value('id') ?? '';
  const type = call.value('filter');
  const found = allPlugins(call).find((plugin) => {
    return plugin.id === id && (type !== 'core' && type !== 'community' ? true : plugin.type === type);
  });
  if (!found) throw new Failure(`Plugin "${id}" not found. Use "plugins" to list available plugins.`);
  return found;
}

/** The wording of the answer is a guess, based on `plugin:reload`. */
function turn(call: Call, enabled: boolean): string {
  const { id, type } = findPlugin(call);
  if (type === 'core') {
    setCoreEnabled(call.vault, id, enabled);
  } else {
    if (enabled && isRestricted(call.vault)) throw new Failure('Restricted: plugins are disabled.');
    setEnabled(call.vault, id, enabled);
  }
  return `${enabled ? 'Enabled' : 'Disabled'}: ${id}`;
}

/** The wording of the answer is a guess. */
function installPlugin(call: Call): string {
  const id = call.value('id') ?? '';
  const manifest = findInDirectory(id);
  if (!manifest) throw new Failure(`Plugin "${id}" not found.`);
  if (isRestricted(call.vault)) throw new Failure('Restricted: plugins are disabled.');
  install(call.vault, manifest);
  if (call.flag('enable')) setEnabled(call.vault, id, true);
  return `Installed: ${id}`;
}

function list(call: Call, plugins: readonly Plugin[]): string {
  const type = call.value('filter');
  const rows = plugins
    .filter((plugin) => (type !== 'core' && type !== 'community') || plugin.type === type)
    .map(({ id, version }) => (call.flag('versions') ? { id, version } : { id }));
  return printRows(rows, call.value('format'));
}
