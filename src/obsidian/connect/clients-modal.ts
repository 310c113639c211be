import { Modal, Setting } from 'obsidian';
import type { App } from 'obsidian';
import { nameControl } from '../ui/accessible-name';
import { copyText } from '../ui/clipboard';
import { CLIENT_KINDS } from './client-kinds';
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
    this.setTitle('Connect a client');
    for (const kind of CLIENT_KINDS) this.addKind(kind);
    new Setting(this.contentEl).setName(CHATGPT.name).setDesc(CHATGPT.desc);
    new Setting(this.contentEl)
      .setName('Skill for agents')
      .setDesc(
        'Helps an agent work in your vault. Save it as obsidian-vault/SKILL.md in its skills folder, such as ~/.claude/skills.',
      )
      .addButton((button) =>
        button.setButtonText('Copy skill').onClick(() => copyText(AGENT_SKILL, 'Skill copied.')),
      );
    new Setting(this.contentEl)
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

  override onClose(): void {
    this.contentEl.empty();
  }

  private addKind(kind: ClientKind): void {
    new Setting(this.contentEl)
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
