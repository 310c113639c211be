import { part, show } from './template';

/** The API key, kept in memory only and cleared from the field once the bridge accepts it. */
export class KeyForm {
  /** Empty when there is none. */
  key = '';
  private readonly form = part<HTMLFormElement>('#key');
  private readonly field = part<HTMLInputElement>('#key-field');
  private readonly problem = part('#key-problem');
  private readonly taken = part('#key-taken');
  private readonly forgetButton = part('#forget');

  /** @param changed called after each change */
  constructor(private readonly changed: () => void) {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.hasKey();
    });
    this.forgetButton.addEventListener('click', () => this.refuse());
    // A page that the browser keeps for its back button must not hold the key.
    window.addEventListener('pagehide', () => this.forget());
  }

  /** Whether there is a key, if only in the field. Otherwise, asks for it. */
  hasKey(): boolean {
    const typed = this.field.value.trim();
    this.key = typed || this.key;
    // The browser would refuse to send it, with an error that says nothing to the user.
    if (/[^ -~]/.test(this.key)) this.refuse("This isn't an API key.");
    else if (this.key === '') this.refuse('Paste your API key first.');
    else if (typed !== '') this.changed();
    return this.key !== '';
  }

  /** Hides the form, because the bridge accepts the key. */
  accept(): void {
    if (this.key === '' || this.form.hidden) return;
    const hasFocus = this.form.contains(document.activeElement);
    this.show(true);
    if (hasFocus) this.forgetButton.focus();
  }

  /** Forgets the key and asks for another one. */
  refuse(problem = ''): void {
    this.forget();
    show(this.problem, problem);
    this.field.focus();
  }

  private forget(): void {
    this.key = '';
    this.show(false);
    this.changed();
  }

  private show(isTaken: boolean): void {
    this.field.value = '';
    show(this.problem, undefined);
    this.form.hidden = isTaken;
    this.taken.hidden = !isTaken;
    part('span', this.taken).textContent = isTaken
      ? 'This page keeps your key until you close or reload it.'
      : '';
  }
}
