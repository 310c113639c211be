import { Notice } from 'obsidian';
import { printable } from '../../bridge/text/printable';

/** A button in a notice. */
interface Offer {
  readonly label: string;
  readonly accept: () => void;
}

/** Shows the user a notice. @returns hides it once it is no longer true */
export type Notify = (sentence: string, offer?: Offer) => () => void;

const LONGEST_SENTENCE = 1_000;
/** Long enough to read two sentences. */
const NOTICE_MS = 12_000;

/** The plugin's notices. One with an offer stays until it is accepted. All are hidden when the plugin unloads. */
export class Notices {
  private readonly shown = new Set<Notice>();
  private isClosed = false;

  readonly notify: Notify = (sentence, offer) => {
    if (this.isClosed) return () => undefined;
    const notice = new Notice(printable(sentence, LONGEST_SENTENCE), offer ? 0 : NOTICE_MS);
    const hide = (): void => {
      this.shown.delete(notice);
      notice.hide();
    };
    this.shown.add(notice);
    if (offer) {
      const button = notice.messageEl.createEl('button', {
        cls: 'cli-bridge-notice-button',
        text: offer.label,
      });
      button.addEventListener('click', () => {
        hide();
        offer.accept();
      });
    }
    return hide;
  };

  /** Hides all notices, and shows no more. */
  close(): void {
    this.isClosed = true;
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }
}
