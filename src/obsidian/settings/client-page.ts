import type {
  Setting,
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
} from 'obsidian';
import type { ConnectedClient } from '../bridge-controller';
import { ASKING, askFor, askingInWords, askingOf, isAsking } from '../connect/asking';
import { ACCESS_LEVELS, isAccessLevel } from '../connect/new-client';
import { patternsProblem, placesProblem, vaultNamesProblem } from '../setting-rules';
import { describeLastRequest, describePrivate } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { confirm } from '../ui/confirm';
import { drawOverTime } from '../ui/live-row';
import { clientChangesPage } from './changes-page';
import { addCommittedField, linesOf } from './committed-field';
import type { TabContext } from './context';
import { pathList } from './path-list';
import { addPauseState } from './pause-state';

/** Everything about a client: what it may do, when it was last seen, and what it changed. */
export function clientPage(context: TabContext, client: ConnectedClient): SettingDefinitionPage {
  const { name, id } = client;
  const isPaused = (): boolean => context.bridge.paused.has(id);
  return {
    type: 'page',
    name,
    desc: [inWords(client), describePrivate(context.bridge.settings.current)].filter(Boolean).join(' '),
    displayValue: () => (isPaused() ? 'Paused' : describeLastRequest(nowOf(context, client).lastSeenAt)),
    status: () => (isPaused() ? 'warning' : null),
    items: [
      {
        type: 'group',
        items: [lastSeenRow(context, client), accessRow(context, client), askRow(context, client)],
      },
      limitsGroup(context, client),
      { type: 'group', items: [clientChangesPage(context, client)] },
      { type: 'group', heading: 'Key', items: [newKeyRow(context, client), revokeRow(context, client)] },
    ],
  };
}

/** What a client may do, as sentences. */
function inWords({ access, ask, folders, commands, vaults, expires }: ConnectedClient): string {
  const asks = { risky: ', asks before risky changes', all: ', asks before every change', never: '' };
  const isLimited = [folders, commands, vaults, expires].some((limit) => limit !== undefined);
  return `${ACCESS_LEVELS[access].name}${access === 'read' ? '' : asks[askingOf({ ask })]}${isLimited ? ', limited' : ''}.`;
}

/** The client as it is now. */
function nowOf({ bridge }: TabContext, client: ConnectedClient): ConnectedClient {
  return bridge.keys.clients.find(({ id }) => id === client.id) ?? client;
}

function lastSeenRow(context: TabContext, client: ConnectedClient): SettingDefinitionRender {
  const { bridge } = context;
  return {
    name: 'Last used',
    searchable: false,
    render(setting) {
      const drawPaused = addPauseState(setting, bridge.paused, client);
      return drawOverTime(bridge, setting.settingEl, () => {
        setting.setDesc(`${describeLastRequest(nowOf(context, client).lastSeenAt)}.`);
        drawPaused();
      });
    },
  };
}

function accessRow(
  { bridge: { keys } }: TabContext,
  { id, access }: ConnectedClient,
): SettingDefinitionRender {
  return {
    name: 'Access',
    desc: ACCESS_LEVELS[access].desc,
    searchable: false,
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, 'Access');
        for (const [level, { name }] of Object.entries(ACCESS_LEVELS)) dropdown.addOption(level, name);
        dropdown.setValue(access).onChange((level) => {
          if (isAccessLevel(level)) void save(setting, keys.limit(id, { access: level }));
        });
      });
    },
  };
}

function askRow({ bridge: { keys } }: TabContext, client: ConnectedClient): SettingDefinitionRender {
  const { id, access } = client;
  return {
    name: 'Ask me',
    desc: askingInWords(client),
    searchable: false,
    visible: access !== 'read',
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, 'Ask me');
        for (const [asking, name] of Object.entries(ASKING)) dropdown.addOption(asking, name);
        dropdown.setValue(askingOf(client)).onChange((asking) => {
          if (isAsking(asking)) void save(setting, keys.limit(id, askFor(asking)));
        });
      });
    },
  };
}

const INTERFACES = { both: 'REST and MCP', rest: 'REST', mcp: 'MCP' } as const;

function limitsGroup(context: TabContext, client: ConnectedClient): SettingDefinitionGroup {
  const { program } = context.bridge;
  const list = (
    key: 'commands' | 'vaults',
    row: { readonly name: string; readonly desc: string; readonly placeholder: string },
    check: (lines: readonly string[]) => string | undefined,
  ): SettingDefinitionRender => listRow(context, client, { key, ...row, check });
  return {
    type: 'group',
    heading: 'Limits',
    items: [
      foldersPage(context, client),
      list(
        'commands',
        {
          name: 'Commands',
          desc: 'It can run only these, one per line, such as read or daily:*. Leave it empty for all.',
          placeholder: 'daily:*',
        },
        (lines) => patternsProblem(lines, program.commands),
      ),
      list(
        'vaults',
        {
          name: 'Vaults',
          desc: 'It can use only these, one name or ID per line. Leave it empty for all.',
          placeholder: context.bridge.vaultName,
        },
        vaultNamesProblem,
      ),
      interfacesRow(context, client),
      expiryRow(context, client),
    ],
  };
}

function foldersPage(context: TabContext, client: ConnectedClient): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Folders',
    desc: 'It can change only these notes and what is in these folders. It still reads everything.',
    ...pathList(context, {
      add: { name: 'Add a folder or note', desc: 'With none, it can change all.', searchable: false },
      placeholder: 'Projects/Garden',
      whenEmpty: 'All',
      paths: () => nowOf(context, client).folders ?? [],
      save: async (paths) => {
        const folders = paths.length > 0 ? paths : undefined;
        return placesProblem(paths) ?? context.bridge.keys.limit(client.id, { folders });
      },
    }),
  };
}

interface ListRow {
  readonly key: 'commands' | 'vaults';
  readonly name: string;
  readonly desc: string;
  readonly placeholder: string;
  readonly check: (lines: readonly string[]) => string | undefined;
}

function listRow(
  { bridge: { keys } }: TabContext,
  client: ConnectedClient,
  { key, name, desc, placeholder, check }: ListRow,
): SettingDefinitionRender {
  return {
    name,
    desc,
    searchable: false,
    render(setting) {
      addCommittedField(setting, {
        label: name,
        value: client[key]?.join('\n') ?? '',
        placeholder,
        isList: true,
        check: (text) => Promise.resolve(check(linesOf(text))),
        save: async (text) => {
          const lines = linesOf(text);
          return save(setting, keys.limit(client.id, { [key]: lines.length > 0 ? lines : undefined }));
        },
      });
    },
  };
}

function interfacesRow({ bridge: { keys } }: TabContext, client: ConnectedClient): SettingDefinitionRender {
  const { id, interfaces = [] } = client;
  return {
    name: 'Interfaces',
    desc: 'How it can reach your vault.',
    searchable: false,
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, 'Interfaces');
        for (const [value, name] of Object.entries(INTERFACES)) dropdown.addOption(value, name);
        const [only = 'both', ...others] = interfaces;
        dropdown.setValue(others.length > 0 ? 'both' : only).onChange((value) => {
          const wanted = value === 'rest' || value === 'mcp' ? ([value] as const) : undefined;
          void save(setting, keys.limit(id, { interfaces: wanted }));
        });
      });
    },
  };
}

function expiryRow(
  { bridge: { keys } }: TabContext,
  { id, expires }: ConnectedClient,
): SettingDefinitionRender {
  return {
    name: 'Expires',
    desc: 'The last day on which its key works, such as 2026-12-31. Leave it empty for never.',
    searchable: false,
    render(setting) {
      addCommittedField(setting, {
        label: 'Expires',
        value: expires ?? '',
        placeholder: 'Never',
        check: () => Promise.resolve(undefined),
        save: (text) => save(setting, keys.limit(id, { expires: text === '' ? undefined : text })),
      });
    },
  };
}

function newKeyRow({ renewClient }: TabContext, client: ConnectedClient): SettingDefinitionRender {
  return {
    name: 'Replace the key',
    desc: 'If the key is lost, or someone else may know it. The client keeps its name and limits, and the old key stops working.',
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, `New key for ${client.name}`);
        button.setButtonText('New key').onClick(() => renewClient(client));
      });
    },
  };
}

function revokeRow({ bridge, dialogs }: TabContext, { id, name }: ConnectedClient): SettingDefinitionRender {
  const revoke = async (): Promise<void> => {
    const isConfirmed = await confirm(dialogs, {
      title: `Revoke access for ${name}?`,
      text: `${name} will no longer be able to use your vault. You can connect it again later.`,
      confirmLabel: 'Revoke',
    });
    if (isConfirmed) bridge.keys.revoke(id);
  };
  return {
    name: 'Revoke the key',
    desc: 'The client can no longer use your vault.',
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, `Revoke ${name}`);
        button.setButtonText('Revoke').setDestructive().onClick(revoke);
      });
    },
  };
}

/** Shows in a row what is wrong with what was to be saved. @returns whether it was saved */
async function save(setting: Setting, saving: Promise<string | undefined>): Promise<boolean> {
  const problem = await saving;
  setting.setErrorMessage(problem ?? null);
  return problem === undefined;
}
