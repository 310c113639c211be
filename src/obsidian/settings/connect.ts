import type { SettingDefinitionGroup, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { CLIENT_KINDS } from '../connect/client-kinds';
import { drawClientRow } from '../connect/clients-modal';
import type { ClientKind } from '../connect/handover';
import { copyText } from '../ui/clipboard';
import type { TabContext } from './context';

/** The skill that teaches an agent to work in a vault: the text of a SKILL.md. The build puts it here. */
declare const AGENT_SKILL: string;

/** Every client that can be connected: the most common ones in the tab, the others on a page. */
export function connectGroup(context: TabContext): SettingDefinitionGroup {
  const rowOf = (kind: ClientKind): SettingDefinitionRender => clientRow(context, kind);
  const rare = CLIENT_KINDS.filter(({ isRare }) => isRare);
  const others: SettingDefinitionPage = {
    type: 'page',
    name: 'More clients',
    desc: 'Other agents, and scripts that use curl or PowerShell.',
    items: [
      {
        type: 'group',
        items: [
          ...rare.filter((kind) => kind.interface === 'mcp').map(rowOf),
          CHATGPT,
          ...rare.filter((kind) => kind.interface === 'rest').map(rowOf),
        ],
      },
    ],
  };
  return {
    type: 'group',
    heading: 'Connect a client',
    items: [...CLIENT_KINDS.filter(({ isRare }) => !isRare).map(rowOf), others, skillRow()],
  };
}

const CHATGPT = {
  name: 'ChatGPT',
  desc: "ChatGPT on the web can't reach this computer without a tunnel that has a public HTTPS address. The ChatGPT desktop app uses the servers you add for Codex.",
};

function clientRow({ bridge, connect }: TabContext, kind: ClientKind): SettingDefinitionRender {
  return {
    name: kind.name,
    desc: kind.summary,
    aliases: ['connect', 'configuration', kind.id],
    render: (setting) => drawClientRow(setting, kind, bridge, connect),
  };
}

function skillRow(): SettingDefinitionRender {
  return {
    name: 'Skill for agents',
    desc: 'Instructions that help an agent work in your vault. Save them as obsidian-vault/SKILL.md in its skills folder, such as ~/.claude/skills.',
    aliases: ['skill', 'agent', 'instructions'],
    render(setting) {
      setting.addButton((button) =>
        button.setButtonText('Copy skill').onClick(() => copyText(AGENT_SKILL, 'Skill copied.')),
      );
    },
  };
}
