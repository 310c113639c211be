import { Notice } from 'obsidian';

/** A button beside a sentence. */
export interface Offer {
  readonly label: string;
  readonly accept: () => void;
}

/** Tells the user something. @returns takes it away, once it is no longer true */
export type Tell = (sentence: string, offer?: Offer) => () => void;

/** Long enough to read two sentences. */
const READING_MS = 12_000;

/** Shows sentences as the app's notices, one with an offer until it is answered; all are gone when the plugin is. */
export class Notices {
  private readonly shown = new Set<Notice>();

  readonly tell: Tell = (sentence, offer) => {
    const notice = new Notice(sentence, offer ? 0 : READING_MS);
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

  /** Takes away what is still shown. */
  close(): void {
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }
}
