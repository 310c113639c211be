import { Notice } from 'obsidian';

/** A button beside a sentence. */
interface Offer {
  readonly label: string;
  readonly accept: () => void;
}

/** Tells the user something. */
export type Tell = (sentence: string, offer?: Offer) => void;

/** Long enough to read two sentences. */
const READING_MS = 12_000;

/** Shows sentences as the app's notices, one with an offer until it is answered; all are gone when the plugin is. */
export class Notices {
  private readonly shown = new Set<Notice>();

  readonly tell: Tell = (sentence, offer) => {
    const notice = new Notice(sentence, offer ? 0 : READING_MS);
    this.shown.add(notice);
    if (!offer) return;
    const button = notice.messageEl.createEl('button', {
      cls: 'cli-bridge-notice-button',
      text: offer.label,
    });
    button.addEventListener('click', () => {
      notice.hide();
      offer.accept();
    });
  };

  /** Takes away what is still shown. */
  close(): void {
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }
}
