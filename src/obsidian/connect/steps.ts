import type { Access, ClientKind, SetupStep } from './client-kind';
import { nameControl } from '../ui/accessible-name';
import { copyText } from '../ui/clipboard';

/**
 * Draws how to connect a client, with a button beside each text that is pasted.
 * @param isAgain whether the client was connected before
 */
export function drawSteps(
  parent: HTMLElement,
  { name, steps, parts = [], byHand, throughRelay, removal }: ClientKind,
  access: Access,
  isAgain: boolean,
): void {
  const first = isAgain && removal !== undefined ? [removeOld(removal)] : [];
  drawList(parent, [...first, ...steps], access);
  for (const part of parts) drawList(addDetails(parent, part.name), [part.step], access);
  if (byHand) drawList(addDetails(parent, `${name} doesn't open?`), [byHand], access);
  if (throughRelay) drawList(addDetails(parent, 'Also works before Obsidian opens'), throughRelay, access);
}

function removeOld(command: string): SetupStep {
  return { text: 'Remove the old entry.', values: [{ name: 'removing command', text: () => command }] };
}

function addDetails(parent: HTMLElement, summary: string): HTMLElement {
  const details = parent.createEl('details', { cls: 'cli-bridge-other-way' });
  details.createEl('summary', { text: summary });
  return details;
}

function drawList(parent: HTMLElement, steps: readonly SetupStep[], access: Access): void {
  const [only, ...more] = steps;
  if (only && more.length === 0) drawStep(parent, only, access);
  else {
    const list = parent.createEl('ol', { cls: 'cli-bridge-steps' });
    for (const step of steps) drawStep(list.createEl('li'), step, access);
  }
  if (steps.some((step) => showsKey(step, access))) addKeyNote(parent);
}

function drawStep(parent: HTMLElement, { text, values = [], action }: SetupStep, access: Access): void {
  const line = parent.createDiv({ cls: 'cli-bridge-step' });
  line.createSpan({ text });
  if (action) addButton(line, action.label, () => act(action, access));
  for (const value of values) {
    const row = parent.createDiv({ cls: 'cli-bridge-value' });
    const title = `${value.name.charAt(0).toUpperCase()}${value.name.slice(1)}`;
    if (values.length > 1) row.createSpan({ cls: 'cli-bridge-value-name', text: title });
    row.createEl('code', { text: value.text(access) });
    const button = addButton(row, 'Copy', () => copyText(value.text(access), `${title} copied.`));
    nameControl(button, `Copy ${value.name}`);
  }
}

function addButton(parent: HTMLElement, text: string, onClick: () => Promise<void>): HTMLElement {
  const button = parent.createEl('button', { text });
  button.addEventListener('click', () => void onClick());
  return button;
}

async function act(action: NonNullable<SetupStep['action']>, access: Access): Promise<void> {
  if (action.kind === 'link') {
    window.open(action.url(access));
    return;
  }
  // Loading its ZIP library takes about 10 ms, and few users ever need it.
  const { saveFile } = await import('./save-file');
  saveFile(action.file);
}

function showsKey({ values = [] }: SetupStep, access: Access): boolean {
  return values.some(({ text }) => text(access).includes(access.key));
}

function addKeyNote(parent: HTMLElement): void {
  parent.createEl('p', {
    cls: 'cli-bridge-note',
    text: 'This key is shown only once. If you lose it, connect the client again.',
  });
}
