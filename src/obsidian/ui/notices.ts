import { Notice } from 'obsidian';
import { printable } from '../../bridge/text/printable';

/** A button in a notice. */
export interface Offer {
  readonly label: string;
  readonly accept: () => void;
}

/** Shows the user a notice. @returns a function that hides it once it is no longer true */
export type Notify = (sentence: string, offer?: Offer) => () => void;

/** Shows the user a notice that disappears on its own, with buttons. @returns a function that hides it */
export type Announce = (sentence: string, offers: readonly Offer[]) => () => void;

const LONGEST_SENTENCE = 1_000;
/** Long enough to read two sentences. */
const NOTICE_MS = 12_000;

/** The plugin's notices. All are hidden when the plugin unloads. */
export class Notices {
  private readonly shown = new Set<Notice>();
  private isClosed = false;

  /** A notice with an offer stays until it is accepted. */
  readonly notify: Notify = (sentence, offer) =>
    offer ? this.show(sentence, [offer], 0) : this.show(sentence, [], NOTICE_MS);

  readonly announce: Announce = (sentence, offers) => this.show(sentence, offers, NOTICE_MS);

  /** Hides all notices, and shows no more. */
  close(): void {
    this.isClosed = true;
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }

  private show(sentence: string, offers: readonly Offer[], ms: number): () => void {
    if (this.isClosed) return () => undefined;
    const notice = new Notice(printable(sentence, LONGEST_SENTENCE), ms);
    const hide = (): void => {
      this.shown.delete(notice);
      notice.hide();
    };
    this.shown.add(notice);
    const buttons = notice.messageEl.createDiv({ cls: 'cli-bridge-notice-buttons' });
    for (const { label, accept } of offers) {
      const button = buttons.createEl('button', { text: label });
      button.addEventListener('click', () => {
        hide();
        accept();
      });
    }
    return hide;
  }
}
