import { Modal, Setting } from 'obsidian';
import type { App } from 'obsidian';
import { nameControl } from '../ui/accessible-name';
import { addCard } from '../ui/card';
import { copyText } from '../ui/clipboard';
import { CLIENT_KINDS } from './client-kinds';
import { CLIENT_GROUPS } from './client-kind';
import type { ClientKind } from './client-kind';

/** The skill that teaches an agent to work in a vault: the text of a SKILL.md. The build puts it here. */
declare const AGENT_SKILL: string;

const CHATGPT = {
  name: 'ChatGPT',
  desc: "The desktop app uses the servers you add for Codex. The website can't reach this computer without a tunnel.",
};

/** What the user can choose here. */
interface ClientsActions {
  readonly connect: (kind: ClientKind) => void;
  readonly writeGuide: () => unknown;
}

/** Lets the user choose a client to connect. */
export class ClientsModal extends Modal {
  constructor(
    app: App,
    private readonly actions: ClientsActions,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Connect a client');
    this.modalEl.addClass('cli-bridge-clients');
    const tools = new Setting(contentEl).setClass('cli-bridge-log-tools');
    const list = contentEl.createDiv();
    const none = contentEl.createDiv({
      cls: 'cli-bridge-note',
      text: 'No client has this name. Any other MCP client connects with "Other MCP client", anything else with "Script or automation".',
      attr: { role: 'status' },
    });
    const draw = (query: string): void => {
      list.empty();
      this.drawGroups(list, query.trim().toLowerCase());
      none.toggle(list.children.length === 0);
    };
    tools.addSearch((field) => {
      nameControl(field.inputEl, 'Search clients');
      field.setPlaceholder('Search clients').onChange(draw);
    });
    draw('');
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawGroups(parent: HTMLElement, query: string): void {
    const isFound = ({ name, desc }: { readonly name: string; readonly desc: string }): boolean =>
      `${name} ${desc}`.toLowerCase().includes(query);
    const kindsIn = (group: string): readonly ClientKind[] =>
      CLIENT_KINDS.filter((kind) => kind.group === group && isFound({ ...kind, desc: kind.summary }));
    for (const [group, heading] of Object.entries(CLIENT_GROUPS)) {
      const kinds = kindsIn(group);
      const hasChatGpt = group === 'assistant' && isFound(CHATGPT);
      if (kinds.length === 0 && !hasChatGpt) continue;
      const card = addCard(parent, heading);
      for (const kind of kinds) this.addKind(card, kind);
      if (hasChatGpt) new Setting(card).setName(CHATGPT.name).setDesc(CHATGPT.desc);
    }
    if (query === '') this.addForAgents(addCard(parent, 'For agents'));
  }

  private addForAgents(card: HTMLElement): void {
    new Setting(card)
      .setName('Skill for agents')
      .setDesc(
        'Helps an agent work in your vault. Save it as obsidian-vault/SKILL.md in its skills folder, such as ~/.claude/skills.',
      )
      .addButton((button) =>
        button.setButtonText('Copy skill').onClick(() => copyText(AGENT_SKILL, 'Skill copied.')),
      );
    new Setting(card)
      .setName('Guide for agents')
      .setDesc(
        'A note with your rules for this vault, from a template. Agents read it before their first change.',
      )
      .addButton((button) =>
        button.setButtonText('Write a guide').onClick(() => {
          this.close();
          return this.actions.writeGuide();
        }),
      );
  }

  private addKind(card: HTMLElement, kind: ClientKind): void {
    new Setting(card)
      .setName(kind.name)
      .setDesc(kind.summary)
      .addButton((button) => {
        nameControl(button.buttonEl, `Connect ${kind.name}`);
        button.setButtonText('Connect').onClick(() => {
          this.close();
          this.actions.connect(kind);
        });
      });
  }
}
