import { hasDocument, newElement } from './headless-element';
import { screen } from './screen';

/** As in the app; the types only say that 0 means "until dismissed". */
const defaultDuration = 5_000;

export class Notice {
  readonly containerEl = newElement('div', 'notice');
  readonly messageEl = newElement('div', 'notice-message');
  /** Kept after hiding, so that a test can still read what was said. */
  readonly text: string;
  hidden = false;
  readonly sticky: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(message: string, duration = defaultDuration) {
    this.sticky = duration === 0;
    this.messageEl.setText(message);
    this.text = message;
    this.containerEl.appendChild(this.messageEl);
    this.containerEl.addEventListener('click', () => this.hide());
    if (hasDocument()) noticeArea().appendChild(this.containerEl);
    if (duration > 0) {
      this.#timer = setTimeout(() => this.hide(), duration);
      // In Node a waiting notice must not keep the process alive; a browser's timer is a plain number.
      if (typeof this.#timer === 'object') this.#timer.unref();
    }
    screen.notices.push(this);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.hidden = true;
    this.containerEl.remove();
  }
}

function noticeArea(): Element {
  const found = document.querySelector('.notice-container');
  if (found) return found;
  const area = newElement('div', 'notice-container');
  document.body.appendChild(area);
  return area;
}
