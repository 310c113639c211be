import { setIcon } from 'obsidian';
import type { App } from 'obsidian';
import { NOTE_TEXTS } from '../../bridge/call/approval/approval-port';
import type { ApprovalCall } from '../../bridge/call/approval/approval-port';
import { RISK_WARNINGS } from '../../bridge/call/approval/risks';
import type { Risk } from '../../bridge/call/approval/risks';
import { printable } from '../../bridge/text/printable';
import { showPlain } from './pieces';
import { showChoices, showDifference } from './shown-difference';
import type { Choose } from './shown-difference';
import { stakesInWords } from './shown-stakes';

/** A value that is longer, or has several lines, gets its own box. */
const SHORT_CHARS = 120;

/** The vaults of the calls, each once. */
export function vaultsOf(calls: readonly ApprovalCall[]): string[] {
  return [...new Set(calls.map(({ vault }) => vault))].map((vault) =>
    vault === '' ? 'chosen by the app' : printable(vault, SHORT_CHARS),
  );
}

/**
 * Shows what each call would change, step by step. The title says what a single call does.
 * @param choose called when the user takes a hunk in or leaves it out
 */
export function* showCalls(
  app: App,
  parent: HTMLElement,
  calls: readonly ApprovalCall[],
  choose: Choose,
): Generator<void> {
  const areVaultsShown = vaultsOf(calls).length > 1;
  for (const call of calls) {
    const block = parent.createDiv({ cls: 'cli-bridge-approval-call' });
    if (calls.length > 1) block.createDiv({ cls: 'cli-bridge-approval-effect', text: headingFor(call) });
    yield* showCall(app, block, call, choose);
    if (areVaultsShown) yield* showField(block, 'Vault', vaultsOf([call]).join());
  }
}

function headingFor({ effect: { words } }: ApprovalCall): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function* showCall(app: App, block: HTMLElement, call: ApprovalCall, choose: Choose): Generator<void> {
  const { command, effect, summary, risks, difference, choices, stakes } = call;
  if (effect.words === `run ${command}` && summary !== '') block.createDiv({ text: summary });
  for (const each of risks) showWarning(block, each);
  const atStake = stakes ? stakesInWords(app, stakes) : '';
  if (atStake !== '') block.createDiv({ cls: 'cli-bridge-approval-stakes', text: atStake });
  const isTold = (name: string): boolean =>
    effect.parameters.includes(name) || (difference !== undefined && NOTE_TEXTS.includes(name));
  for (const [name, value] of call.parameters) {
    if (name === 'content' && !isTold(name) && value !== '') yield* showPlain(block, value);
    else if (!isTold(name)) yield* showField(block, inWords(name), value);
  }
  const flags = call.flags.filter(({ name }) => !effect.flags.includes(name));
  for (const { words } of flags)
    if (words !== '') block.createDiv({ cls: 'cli-bridge-approval-field', text: `${words}.` });
  const bare = flags.filter(({ words }) => words === '').map(({ name }) => name);
  if (bare.length > 0) yield* showField(block, 'Flags', bare.join(', '));
  if (difference && choices) yield* showChoices(block, difference, choices, choose);
  else if (difference) yield* showDifference(block, difference);
}

function showWarning(parent: HTMLElement, risk: Risk): void {
  const warning = parent.createDiv({ cls: 'cli-bridge-approval-warning' });
  setIcon(warning.createSpan({ attr: { 'aria-hidden': 'true' } }), 'alert-triangle');
  warning.createSpan({ text: RISK_WARNINGS[risk] });
}

/** The name of a parameter as a word: "Pane type". A bare word has no name. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return name === '' ? 'Name' : words.charAt(0).toUpperCase() + words.slice(1);
}

function* showField(parent: HTMLElement, name: string, value: string): Generator<void> {
  const field = parent.createDiv({ cls: 'cli-bridge-approval-field' });
  field.createSpan({ cls: 'cli-bridge-approval-name', text: `${printable(name, 100)}: ` });
  if (value.length <= SHORT_CHARS && !value.includes('\n')) field.createSpan({ text: shortText(value) });
  else yield* showPlain(field, value);
  yield;
}

function shortText(value: string): string {
  return value === '' ? 'nothing' : printable(value, SHORT_CHARS);
}
