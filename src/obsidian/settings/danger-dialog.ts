import type { BridgeController } from '../bridge-controller';
import { confirm } from '../ui/confirm';
import type { Dialogs } from '../ui/dialogs';

const EFFECTS = [
  'Run any code, and so do anything you can do on this computer',
  'Install plugins and themes, and turn plugins on or off',
  'Publish notes, or take them off your site',
];

type Facts = Pick<BridgeController, 'keys' | 'program'>;

/** Asks whether dangerous commands may run. Says what they do and which clients gain access. @returns whether the user confirmed */
export function confirmDangerous(dialogs: Dialogs, bridge: Facts): Promise<boolean> {
  return confirm(dialogs, {
    title: 'Allow dangerous commands?',
    text: (content) => explain(content, bridge),
    confirmLabel: 'Allow',
  });
}

function explain(content: HTMLElement, { keys, program }: Facts): void {
  content.createEl('p', { text: `${gaining(keys)} will be able to:` });
  const list = content.createEl('ul');
  for (const effect of EFFECTS) list.createEl('li', { text: effect });
  const all = content.createEl('details', { cls: 'cli-bridge-all-dangerous' });
  all.createEl('summary', { text: 'Show all commands' });
  const names = program.commands.filter(({ dangerous }) => dangerous).map(({ name }) => name);
  all.createEl('p', { text: names.join(', ') });
}

/** Who may run dangerous commands once the settings allow them. */
function gaining({ clients }: Facts['keys']): string {
  const names = clients.filter(({ access }) => access === 'full').map(({ name }) => name);
  return new Intl.ListFormat('en').format(['Scripts with your API key', ...names]);
}
