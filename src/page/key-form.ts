import { part, show } from './template';

/** The API key, kept in memory only and cleared from the field once taken. */
export class KeyForm {
  /** Empty when there is none. */
  key = '';
  private readonly form = part<HTMLFormElement>('#key');
  private readonly field = part<HTMLInputElement>('#key-field');
  private readonly forgetButton = part('#forget');
  private readonly state = part('#key-state');

  /** @param changed called after each change; returns the problem with the key, if any */
  constructor(private readonly changed: () => Promise<string | undefined>) {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.require();
    });
    this.forgetButton.addEventListener('click', () => void this.forget());
    // A page that the browser keeps for its back button must not hold the key.
    window.addEventListener('pagehide', () => void this.forget());
  }

  /** Takes the key in the field, and asks for one if there is none. @returns whether there is a key now */
  async require(): Promise<boolean> {
    const typed = this.field.value.trim();
    if (typed !== '') await this.take(typed);
    else if (this.key === '') this.ask();
    return this.key !== '';
  }

  private ask(): void {
    show(this.state, 'Paste your API key first. It is in Obsidian → Settings → CLI Bridge.');
    this.field.focus();
  }

  private async take(key: string): Promise<void> {
    this.key = key;
    // The browser would refuse to send it, with an error that says nothing to the user.
    const problem = /[^ -~]/.test(key)
      ? "This isn't an API key because it has characters that no key has. Copy it again."
      : await this.changed();
    if (key !== this.key) return;
    this.field.value = '';
    if (problem === undefined) {
      const isFocused = this.form.contains(document.activeElement);
      this.form.hidden = true;
      this.forgetButton.hidden = false;
      show(this.state, 'Your key is kept in this page only, until you close or reload it.');
      if (isFocused) this.forgetButton.focus();
    } else {
      this.key = '';
      show(this.state, problem);
      this.field.focus();
    }
  }

  private async forget(): Promise<void> {
    this.key = '';
    this.field.value = '';
    this.form.hidden = false;
    this.forgetButton.hidden = true;
    show(this.state, undefined);
    await this.changed();
  }
}
