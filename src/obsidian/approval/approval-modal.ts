import { clearInterval, setInterval } from 'node:timers';
import { ButtonComponent, Modal } from 'obsidian';
import type { App } from 'obsidian';
import type { ApprovalAnswer, ApprovalCall, ApprovalRequest } from '../../bridge/call/approval/approval-port';
import { OWNER_NAME } from '../../bridge/key-records';
import { countHunks } from '../../bridge/notes/hunks';
import { printable } from '../../bridge/text/printable';
import { isWindowClosed } from '../ui/live-row';
import { askerOf } from './question-text';
import { showCalls, vaultsOf } from './shown-calls';
import { GradualWork } from './shown-text';

/** How often the dialog checks its window and the time left. */
const TICK_MS = 100;
/**
 * Keys and clicks meant for whatever was there before must not answer. The buttons work once the dialog has been in front for
 * this many ticks without typing or clicks. Ticks that a busy app skips don't count.
 */
const ARMING_TICKS = 10;

interface ApprovalCallbacks {
  /** Called once, unless the dialog is dismissed or vanishes. */
  readonly answered: (answer: ApprovalAnswer) => void;
  /** Called when the window with the dialog has been closed before an answer. */
  readonly vanished: () => void;
}

/** Asks the user whether a client may run its calls. Shows who wants to do what, where, and with which text. */
export class ApprovalModal extends Modal {
  private readonly shownAt = performance.now();
  private readonly work = new GradualWork();
  private timer: NodeJS.Timeout | undefined;
  private quietTicks = 0;
  private isDismissed = false;
  private allow: ButtonComponent | undefined;
  /** Allows more than what is shown. */
  private allowForAWhile: ButtonComponent | undefined;
  private denying: readonly ButtonComponent[] = [];
  /** The hunks of the only call that the user leaves out. */
  private readonly leftOut = new Set<number>();
  private details: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly request: ApprovalRequest,
    private readonly callbacks: ApprovalCallbacks,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { request } = this;
    const { calls } = request;
    this.setTitle(`${askerOf(request)} wants to ${whatIn(calls)}`);
    this.modalEl.addClass('cli-bridge-approval');
    this.titleEl.id = 'cli-bridge-approval-title';
    // It gets the focus first, so that a key pressed in haste only scrolls. The app would show its label as a tooltip.
    const details = this.contentEl.createDiv({
      cls: 'cli-bridge-approval-calls',
      attr: { tabindex: '0', role: 'group', 'aria-labelledby': this.titleEl.id },
    });
    this.details = details;
    this.work.add(showCalls(this.app, details, calls, (hunk, isIn) => this.choose(hunk, isIn)));
    this.contentEl.createDiv({ cls: 'cli-bridge-approval-origin', text: originOf(request) });
    this.addButtons();
    const showTimeLeft = this.addCountdown();
    this.watchInput(details);
    this.timer = setInterval(() => {
      showTimeLeft();
      this.tick();
    }, TICK_MS);
  }

  override onClose(): void {
    this.work.stop();
    clearInterval(this.timer);
    this.contentEl.empty();
  }

  /** Closes at any time, without an answer. */
  dismiss(): void {
    this.isDismissed = true;
    super.close();
  }

  /**
   * Escape, the close button, or a click outside: denies, unless it was meant for whatever was there before. A question that the
   * user opened continues to wait.
   */
  override close(): void {
    if (this.isDismissed) return;
    if (this.request.msLeft === undefined) this.answer('later');
    else if (this.isArmed()) this.answer('deny');
  }

  private answer(answer: ApprovalAnswer): void {
    this.dismiss();
    this.callbacks.answered(answer);
  }

  private isArmed(): boolean {
    return this.quietTicks >= ARMING_TICKS;
  }

  /** Notices when the user continues whatever they were doing. The next key or click is then not an answer. */
  private watchInput(details: HTMLElement): void {
    const disarm = (): void => {
      this.quietTicks = 0;
      details.focus();
      this.enable();
    };
    const onKey = (event: KeyboardEvent): void => {
      const isIndenting = event.key === 'Tab' && !this.isArmed();
      if (isIndenting) event.preventDefault();
      if (isIndenting || isTyping(event)) disarm();
    };
    const onClick = (): void => {
      if (!this.isArmed()) disarm();
    };
    this.containerEl.addEventListener('keydown', onKey, true);
    this.containerEl.addEventListener('pointerdown', onClick, true);
  }

  private tick(): void {
    if (isWindowClosed(this.containerEl)) {
      this.dismiss();
      this.callbacks.vanished();
      return;
    }
    const { ownerDocument } = this.containerEl;
    // A click that brings the window to the front isn't an answer, either.
    this.quietTicks = ownerDocument.hasFocus() ? this.quietTicks + 1 : 0;
    // A button that gets disabled loses the focus. Without it, keys go unnoticed.
    if (this.quietTicks === 0 && this.modalEl.contains(ownerDocument.activeElement)) this.details?.focus();
    this.enable();
  }

  /** The user can allow nothing that isn't there to be read yet. */
  private enable(): void {
    const isArmed = this.isArmed();
    const isReady = isArmed && this.work.isDone;
    this.allow?.setDisabled(!isReady || this.leftOut.size === this.hunks);
    this.allowForAWhile?.setDisabled(!isReady || this.leftOut.size > 0);
    for (const button of this.denying) button.setDisabled(!isArmed);
  }

  /** How many hunks the user can choose from; undefined if there is nothing to choose. */
  private get hunks(): number | undefined {
    const { choices } = this.request.calls[0] ?? {};
    return choices && countHunks(choices);
  }

  /** Takes a hunk in or leaves it out. */
  private choose(hunk: number, isIn: boolean): void {
    if (isIn) this.leftOut.delete(hunk);
    else this.leftOut.add(hunk);
    const { size } = this.leftOut;
    const { hunks = 0 } = this;
    this.allow?.setButtonText(size === 0 ? 'Allow' : `Allow ${hunks - size} of ${hunks}`);
    this.enable();
  }

  /** The answer of the button that allows. */
  private allowed(): ApprovalAnswer {
    if (this.leftOut.size === 0) return 'allow';
    const all = Array.from({ length: this.hunks ?? 0 }, (_, hunk) => hunk);
    return { hunks: all.filter((hunk) => !this.leftOut.has(hunk)) };
  }

  private addCountdown(): () => void {
    const { msLeft, isKept } = this.request;
    const line = this.contentEl.createDiv({ cls: 'cli-bridge-approval-time', attr: { role: 'timer' } });
    if (msLeft === undefined) line.setText('If you close this, it keeps waiting.');
    if (msLeft === undefined) return () => undefined;
    let shown: number | undefined;
    const show = (): void => {
      const left = Math.ceil((msLeft - (performance.now() - this.shownAt)) / 1_000);
      if (left === shown) return;
      shown = left;
      const seconds = `${Math.max(0, left)} ${left === 1 ? 'second' : 'seconds'}`;
      line.setText(isKept ? `Moves to the settings in ${seconds}.` : `Denied automatically in ${seconds}.`);
    };
    show();
    return show;
  }

  /** The Tab key reaches Deny first. */
  private addButtons(): void {
    const { calls, client, mayAllowForAWhile } = this.request;
    const buttons = this.modalEl.createDiv({ cls: 'modal-button-container' });
    const last = this.modalEl.createDiv({ cls: 'cli-bridge-approval-last' });
    const add = (parent: HTMLElement, text: string, answer: () => ApprovalAnswer): ButtonComponent =>
      new ButtonComponent(parent)
        .setButtonText(text)
        .setDisabled(true)
        .onClick(() => this.answer(answer()));
    const deny = add(buttons, 'Deny', () => 'deny').setClass('mod-cancel');
    const forAWhile = `Allow ${nounFor(calls)} ${byWhom(client)} for 10 minutes`;
    if (mayAllowForAWhile) this.allowForAWhile = add(buttons, forAWhile, () => 'allow_for_a_while');
    this.allow = add(buttons, 'Allow', () => this.allowed());
    if (calls.some(({ risks }) => risks.length > 0)) this.allow.setDestructive();
    this.denying = [deny, add(last, 'Deny and pause this client', () => 'deny_and_pause')];
  }
}

const TEXT_KEYS = ['Backspace', 'Delete', 'Process'];

/** Whether the key types text, rather than moving in the dialog or pressing a button. */
function isTyping({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  if (key === 'Enter' || key === ' ')
    return !['BUTTON', 'INPUT', 'SUMMARY'].includes((target as HTMLElement).tagName);
  return key.length === 1 || TEXT_KEYS.includes(key);
}

/** The effect of the calls. Follows "wants to". */
function whatIn(calls: readonly ApprovalCall[]): string {
  const [first] = calls;
  return calls.length === 1 && first ? first.effect.words : `run ${calls.length} commands`;
}

/** What "allow for a while" covers. */
function nounFor(calls: readonly ApprovalCall[]): string {
  const nouns = new Set(calls.map((call) => call.effectNoun));
  return nouns.size === 1 ? printable([...nouns].join(), 80) : 'such calls';
}

function byWhom(client: string): string {
  return client === OWNER_NAME ? 'with your API key' : `by ${printable(client, 24)}`;
}

/** The vault, and how the request came. */
function originOf({ calls, interface: through, userAgent }: ApprovalRequest): string {
  const vaults = vaultsOf(calls);
  const sender = userAgent === '' ? '' : ` from ${printable(userAgent, 60)}`;
  const way = `over ${through === 'mcp' ? 'MCP' : 'REST'}${sender}`;
  return vaults.length === 1 ? `Vault: ${vaults.join()} · ${way}` : `Came ${way}`;
}
