import { clearInterval, setInterval } from 'node:timers';
import { ButtonComponent, Modal } from 'obsidian';
import type { App } from 'obsidian';
import type {
  ApprovalAnswer,
  ApprovalCall,
  ApprovalRequest,
} from '../../bridge/commands/approval/approval-port';
import { OWNER_NAME } from '../../bridge/key-records';
import { printable, quoted } from '../../bridge/printable';
import { isWindowClosed } from '../ui/live-row';
import { SHORT_CHARS, showCalls } from './shown-calls';
import { GradualWork } from './shown-text';

/** How often the dialog looks at what has become of it. */
const BEAT_MS = 100;
/**
 * A key or a click meant for what was there before must not answer. The buttons work once the dialog has been in front for so
 * many beats without typing and clicks; a beat that the app was too busy for counts as none.
 */
const CALM_BEATS = 10;

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
    if (isWindowClosed(this.containerEl)) {
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
