import { clearInterval, setInterval } from 'node:timers';
import { ButtonComponent, Modal } from 'obsidian';
import type { App } from 'obsidian';
import { NOTE_TEXTS, WARNINGS } from '../../bridge/commands/approval/approval-port';
import type {
  ApprovalAnswer,
  ApprovalCall,
  ApprovalRequest,
  TextDifference,
} from '../../bridge/commands/approval/approval-port';
import { OWNER_NAME } from '../../bridge/key-records';
import { printable, quoted } from '../../bridge/printable';
import { isGone } from '../is-gone';
import { lineDifference, readLines } from './line-difference';
import type { DifferencePart } from './line-difference';
import { GradualWork, showText } from './shown-text';

/** How often the dialog looks at what has become of it. */
const BEAT_MS = 100;
/**
 * A key or a click meant for what was there before must not answer. The buttons work once the dialog has been in front for so
 * many beats without typing and clicks; a beat that the app was too busy for counts as none.
 */
const CALM_BEATS = 10;
/** A longer value, or one of several lines, gets a place of its own to scroll in. */
const SHORT_CHARS = 120;

/** Lines of a difference that are made one text to show. */
const LINES_PER_STEP = 1_000;

const MARKS: Record<DifferencePart['kind'], string> = { same: '  ', removed: '- ', added: '+ ', skipped: '' };
const SPOKEN: Partial<Record<DifferencePart['kind'], string>> = { removed: 'Removed', added: 'Added' };

/** What becomes of a dialog. */
interface ApprovalEnds {
  /** Called once, unless the dialog is dismissed or vanishes. */
  readonly answered: (answer: ApprovalAnswer) => void;
  /** Called when the window with the dialog has been closed before an answer. */
  readonly vanished: () => void;
}

/** Asks the user whether a client may do what it wants: who, what, where, and the text in full. */
export class ApprovalModal extends Modal {
  private readonly shownAt = performance.now();
  private readonly work = new GradualWork();
  private timer: NodeJS.Timeout | undefined;
  private calmBeats = 0;
  private isDismissed = false;
  private allowing: readonly ButtonComponent[] = [];
  private denying: ButtonComponent | undefined;
  private details: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly request: ApprovalRequest,
    private readonly ends: ApprovalEnds,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { request } = this;
    const { calls } = request;
    this.setTitle(`Allow ${nameOf(request)} to run ${whatIn(calls)}?`);
    this.modalEl.addClass('cli-bridge-approval');
    const claim = request.userAgent === '' ? '' : ` The client calls itself ${quoted(request.userAgent)}.`;
    this.contentEl.createEl('p', {
      cls: 'cli-bridge-approval-client',
      text: `The request came over ${request.interface === 'mcp' ? 'MCP' : 'REST'}.${claim}`,
    });
    // The first thing that takes the focus: a key pressed in haste scrolls, and answers nothing.
    const details = this.contentEl.createDiv({
      cls: 'cli-bridge-approval-calls',
      attr: { tabindex: '0', role: 'group', 'aria-label': 'What the client wants to run' },
    });
    this.details = details;
    this.work.add(showCalls(details, calls));
    this.addButtons();
    const showTimeLeft = this.addCountdown();
    this.watchHaste(details);
    this.timer = setInterval(() => {
      showTimeLeft();
      this.beat();
    }, BEAT_MS);
  }

  override onClose(): void {
    this.work.stop();
    clearInterval(this.timer);
    this.contentEl.empty();
  }

  /** Closes without an answer, whenever that is. */
  dismiss(): void {
    this.isDismissed = true;
    super.close();
  }

  /** Escape, the cross or a click beside the dialog: not allowed, unless it was meant for what was there before. */
  override close(): void {
    if (this.isDismissed) return;
    if (this.isCalm()) this.answer('deny');
  }

  private answer(answer: ApprovalAnswer): void {
    this.dismiss();
    this.ends.answered(answer);
  }

  private isCalm(): boolean {
    return this.calmBeats >= CALM_BEATS;
  }

  /** Somebody goes on with what they did before: what they press next is not an answer. */
  private watchHaste(details: HTMLElement): void {
    const disturb = (): void => {
      this.calmBeats = 0;
      details.focus();
      this.enable();
    };
    const onKey = (event: KeyboardEvent): void => {
      const isIndenting = event.key === 'Tab' && !this.isCalm();
      if (isIndenting) event.preventDefault();
      if (isIndenting || isTyping(event)) disturb();
    };
    const onClick = (): void => {
      if (!this.isCalm()) disturb();
    };
    this.containerEl.addEventListener('keydown', onKey, true);
    this.containerEl.addEventListener('pointerdown', onClick, true);
  }

  private beat(): void {
    if (isGone(this.containerEl)) {
      this.dismiss();
      this.ends.vanished();
      return;
    }
    const { ownerDocument } = this.containerEl;
    // A click that brings a window to the front is not an answer either.
    this.calmBeats = ownerDocument.hasFocus() ? this.calmBeats + 1 : 0;
    // A button that stops working loses the focus: keys would no longer be noticed, and the next button be reached first.
    if (this.calmBeats === 0 && this.modalEl.contains(ownerDocument.activeElement)) this.details?.focus();
    this.enable();
  }

  /** Nobody can allow what is not there to be read yet. */
  private enable(): void {
    const isCalm = this.isCalm();
    for (const button of this.allowing) button.setDisabled(!isCalm || !this.work.isDone);
    this.denying?.setDisabled(!isCalm);
  }

  private addCountdown(): () => void {
    const line = this.contentEl.createEl('p', { cls: 'cli-bridge-approval-time', attr: { role: 'timer' } });
    let shown: number | undefined;
    const show = (): void => {
      const left = Math.ceil((this.request.msLeft - (performance.now() - this.shownAt)) / 1_000);
      if (left === shown) return;
      shown = left;
      line.setText(`Denied automatically in ${Math.max(0, left)} ${left === 1 ? 'second' : 'seconds'}.`);
    };
    show();
    return show;
  }

  /** The first one that the Tab key reaches denies. */
  private addButtons(): void {
    const buttons = this.modalEl.createDiv({ cls: 'modal-button-container' });
    const add = (text: string, answer: ApprovalAnswer): ButtonComponent =>
      new ButtonComponent(buttons)
        .setButtonText(text)
        .setDisabled(true)
        .onClick(() => this.answer(answer));
    this.denying = add('Deny', 'deny').setClass('mod-cancel');
    this.allowing = [
      ...(this.request.mayAllowForAWhile ? [add('Allow for 10 minutes', 'allow_for_a_while')] : []),
      add('Allow', 'allow'),
    ];
  }
}

const TEXT_KEYS = ['Backspace', 'Delete', 'Process'];

/** Whether the key writes text, rather than looks around in the dialog or presses one of its buttons. */
function isTyping({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  if (key === 'Enter' || key === ' ') return (target as HTMLElement).tagName !== 'BUTTON';
  return key.length === 1 || TEXT_KEYS.includes(key);
}

/** The client as the user knows it. */
function nameOf({ client }: ApprovalRequest): string {
  return client === OWNER_NAME ? 'a client with your API key' : `"${printable(client, 80)}"`;
}

function whatIn(calls: readonly ApprovalCall[]): string {
  const names = [...new Set(calls.map(({ command }) => command))].join(', ');
  if (calls.length === 1) return names;
  return names.length <= SHORT_CHARS ? `${calls.length} commands (${names})` : `${calls.length} commands`;
}

function* showCalls(parent: HTMLElement, calls: readonly ApprovalCall[]): Generator<void> {
  for (const call of calls) yield* showCall(parent, call, calls.length > 1);
}

function* showCall(parent: HTMLElement, call: ApprovalCall, isOneOfSeveral: boolean): Generator<void> {
  const { command, summary, vault, gravity, flags, difference, newNote } = call;
  const block = parent.createDiv({ cls: 'cli-bridge-approval-call' });
  if (isOneOfSeveral) block.createDiv({ cls: 'cli-bridge-approval-command', text: command });
  if (summary !== '') block.createDiv({ text: summary });
  if (newNote !== undefined) block.createDiv({ text: `New note: ${quoted(newNote)}` });
  for (const each of gravity) block.createDiv({ cls: 'cli-bridge-approval-warning', text: WARNINGS[each] });
  yield* showField(block, 'Vault', vault === '' ? 'chosen by the app' : vault);
  for (const [name, value] of call.parameters) {
    if (!(difference && NOTE_TEXTS.includes(name)))
      yield* showField(block, name === '' ? 'Name' : name, value);
  }
  if (flags.length > 0) yield* showField(block, 'Flags', flags.join(', '));
  if (difference) yield* showDifference(block, difference);
}

function* showField(parent: HTMLElement, name: string, value: string): Generator<void> {
  const field = parent.createDiv({ cls: 'cli-bridge-approval-field' });
  field.createSpan({ cls: 'cli-bridge-approval-name', text: `${printable(name, 100)}: ` });
  if (value.length <= SHORT_CHARS && !value.includes('\n')) field.createSpan({ text: shortText(value) });
  else yield* showText(field.createDiv({ cls: 'cli-bridge-approval-text' }), value);
  yield;
}

function shortText(value: string): string {
  return value === '' ? 'nothing' : printable(value, SHORT_CHARS);
}

function* showDifference(parent: HTMLElement, difference: TextDifference): Generator<void> {
  const before = readLines(difference.before);
  const after = readLines(difference.after);
  const parts = lineDifference(before.lines, after.lines);
  yield;
  const isSame = parts.every(({ kind }) => kind === 'same' || kind === 'skipped');
  if (isSame) {
    parent.createDiv({ text: "The note wouldn't change." });
    return;
  }
  const isKept = before.lineBreak !== undefined && before.lineBreak === after.lineBreak;
  const box = parent.createDiv({ cls: 'cli-bridge-approval-text' });
  for (const { kind, lines } of parts) {
    const block = box.createDiv({ cls: `cli-bridge-approval-part mod-${kind}` });
    if (SPOKEN[kind] !== undefined) block.setAttr('aria-label', SPOKEN[kind]);
    if (kind === 'skipped') block.setText(`${lines.length} unchanged lines`);
    else
      yield* showLines(
        block,
        lines,
        (line) => MARKS[kind] + (isKept ? withoutBreak(line) : withVisibleBreak(line)),
      );
  }
}

/** Shows lines, some at a time. */
function* showLines(
  parent: HTMLElement,
  lines: readonly string[],
  shown: (line: string) => string,
): Generator<void> {
  for (let at = 0; at < lines.length; at += LINES_PER_STEP) {
    yield* showText(
      parent,
      lines
        .slice(at, at + LINES_PER_STEP)
        .map(shown)
        .join('\n'),
    );
  }
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withVisibleBreak(line: string): string {
  return line.endsWith('\r') ? `${line.slice(0, -1)}\\r` : line;
}
