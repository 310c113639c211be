import { nameControl } from '../ui/accessible-name';
import { copyText } from '../ui/clipboard';
import type { BridgeController, ConnectedClient } from '../bridge-controller';
import { resultInWords } from '../result-words';
import type { ClientKind } from './client-kind';

const READING = [
  'Which notes in my Obsidian vault did I change last? Sum up the newest one.',
  'List the open tasks in my Obsidian vault by note.',
];
const READING_MORE = 'Which notes in my Obsidian vault link to each other most?';
const WRITING = "Add a line to today's daily note in Obsidian that says you can reach it.";

/** What a user can do right after a client has connected: prompts to copy, and the client's first call as it comes in. */
export class FirstSuccess {
  private readonly element: HTMLElement;
  private readonly call: HTMLElement;
  private isDrawn = false;

  constructor(
    parent: HTMLElement,
    private readonly kind: ClientKind,
    private readonly log: Pick<BridgeController['log'], 'list'>,
  ) {
    this.element = parent.createDiv({ cls: 'cli-bridge-first' });
    this.call = this.element.createDiv({ cls: 'cli-bridge-note', attr: { role: 'status' } });
    this.element.toggle(false);
  }

  /** Shows it for a client that has connected. @param from when the user began to connect it, in milliseconds since 1970 */
  draw({ id, access }: ConnectedClient, from: number): void {
    if (!this.isDrawn) this.drawPrompts(access !== 'read');
    const calls = this.log
      .list()
      .filter(({ clientId, time }) => clientId === id && new Date(time).valueOf() >= from);
    const first = calls.at(-1);
    const text = first
      ? `Its first call: ${first.command} · ${resultInWords(first.code)}`
      : 'Its first call appears here.';
    if (this.call.textContent !== text) this.call.setText(text);
  }

  private drawPrompts(mayWrite: boolean): void {
    this.isDrawn = true;
    this.element.toggle(true);
    // A script has nobody to ask.
    if (this.kind.interface === 'rest') return;
    this.element.createDiv({ text: `Ask ${this.kind.isGeneric ? 'it' : this.kind.name} one of these.` });
    for (const [index, prompt] of [...READING, mayWrite ? WRITING : READING_MORE].entries()) {
      const row = this.element.createDiv({ cls: 'cli-bridge-value' });
      row.createEl('code', { text: prompt });
      const button = row.createEl('button', { text: 'Copy' });
      nameControl(button, `Copy prompt ${index + 1}`);
      button.addEventListener('click', () => void copyText(prompt, 'Prompt copied.'));
    }
  }
}
