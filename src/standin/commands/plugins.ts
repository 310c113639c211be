import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { enabledIds, enablePlugin, installedPlugins } from '../community-plugins';
import { corePlugins, enableCore, isCoreEnabled } from '../core-plugins';
import { Failure, notKnown } from '../failure';
import { compare } from '../order';
import { printFields, printRows } from '../rows';
import { isOn, turn } from '../state';

interface Plugin {
  readonly id: string;
  readonly enabled: boolean;
  /** The fields that `plugin` shows. */
  readonly fields: Readonly<Record<string, string>>;
}

const ID = required('id', '<id>', 'Plugin ID');
const FILTER = parameter('filter', 'core|community', 'Filter by plugin type');
const LIST_OPTIONS = [
  FILTER,
  flag('versions', 'Include version numbers'),
  parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
];

/** Commands for plugins. No plugin is loaded: a community plugin is only a manifest and a list entry. */
export const PLUGIN_COMMANDS: readonly Command[] = [
  {
    name: 'plugin',
    summary: 'Get plugin info',
    options: [required('id', '<plugin-id>', 'Plugin ID')],
    run: (call) => printFields(findPlugin(call).fields),
  },
  {
    name: 'plugin:disable',
    summary: 'Disable a plugin',
    options: [ID, FILTER],
    isReplyUnknown: true,
    run: (call) => findPlugin(call) && notKnown(),
  },
  {
    name: 'plugin:enable',
    summary: 'Enable a plugin',
    options: [ID, FILTER],
    run: enable,
  },
  {
    name: 'plugin:install',
    summary: 'Install a community plugin',
    options: [ID, flag('enable', 'Enable after install')],
    isReplyUnknown: true,
    run: notKnown,
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
    isReplyUnknown: true,
    run: (call) => findPlugin(call) && notKnown(),
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
    run: restrict,
  },
];

function allPlugins({ vault }: Call): Plugin[] {
  const enabledPlugins = enabledIds(vault);
  const core = corePlugins().map(({ id, name }): Plugin => {
    const enabled = isCoreEnabled(vault, id);
    return { id, enabled, fields: { type: 'core', name, enabled: String(enabled) } };
  });
  const community = installedPlugins(vault).map(({ id, name, version, author }): Plugin => {
    const enabled = enabledPlugins.includes(id);
    return { id, enabled, fields: { type: 'community', name, version, author, enabled: String(enabled) } };
  });
  return [...core, ...community].sort((a, b) => compare(a.id, b.id));
}

function findPlugin(call: Call): Plugin {
  const id = call.given('id');
  const found = filtered(call, allPlugins(call)).find((plugin) => plugin.id === id);
  if (!found) throw new Failure(`Plugin "${id}" not found. Use "plugins" to list available plugins.`);
  return found;
}

function filtered(call: Call, plugins: readonly Plugin[]): readonly Plugin[] {
  const type = call.value('filter');
  return type === 'core' || type === 'community'
    ? plugins.filter(({ fields }) => fields['type'] === type)
    : plugins;
}

function enable(call: Call): string {
  const { id, fields } = findPlugin(call);
  if (fields['type'] === 'core') {
    enableCore(call.vault, id);
  } else {
    if (isOn(call.vault, 'restricted')) throw new Failure('Restricted: plugins are disabled.');
    enablePlugin(call.vault, id);
  }
  return `Enabled: ${id}`;
}

function restrict(call: Call): string {
  const isRestricted = isOn(call.vault, 'restricted');
  const [on, off] = [call.flag('on'), call.flag('off')];
  if (on === off) return isRestricted ? 'on' : 'off';
  const state = on ? 'enabled' : 'disabled';
  if (on === isRestricted) return `Restricted mode is already ${state}.`;
  turn(call.vault, 'restricted', on);
  return `Restricted mode ${state}. Reloading...`;
}

/** Core plugins have no version. */
function list(call: Call, plugins: readonly Plugin[]): string {
  const rows = filtered(call, plugins).map(({ id, fields }) =>
    call.flag('versions') ? { id, version: fields['version'] ?? '' } : { id },
  );
  return printRows(rows, call.value('format'));
}
