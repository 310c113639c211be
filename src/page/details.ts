import { showAnswer, showNoAnswer } from './answer';
import { NO_BRIDGE, send } from './bridge';
import { requestOf } from './request';
import type { HttpRequest } from './request';
import type { ListedCommand } from './command';
import { Fields } from './fields';
import type { KeyForm } from './key-form';
import { SAMPLES } from './samples';
import { copyOf, part, show } from './template';

const PLACEHOLDER = 'YOUR_KEY';

/** The parts of the page that a command uses. */
interface Page {
  readonly keys: KeyForm;
  /** The chosen language, which is kept for the next command. */
  readonly language: { chosen: string };
  /** Called when the bridge does not answer. */
  readonly lost: () => void;
}

const KINDS = { GET: 'Reads', POST: 'Changes', DELETE: 'Removes' };

/** One command: what it does, a form for it, the answer, and the same call as code. */
export class Details {
  private readonly article: HTMLElement;
  private readonly fields: Fields;
  private running: AbortController | undefined;

  constructor(
    readonly command: ListedCommand,
    private readonly page: Page,
  ) {
    const copy = copyOf('details');
    this.article = part('article', copy);
    part('h2', copy).textContent = command.command;
    const kind = KINDS[command.httpMethod];
    part('.kind', copy).textContent = command.dangerous
      ? `${kind}. Dangerous: it can run code, control the app, or publish notes.`
      : kind;
    show(part('.description', copy), command.description);
    show(part('.note', copy), command.note);
    part('.usage', copy).textContent = command.usage;
    this.fields = new Fields(part('.fields', copy), command);
    part('#language', copy).append(...Object.keys(SAMPLES).map((name) => new Option(name)));
    part<HTMLSelectElement>('#language', copy).value = page.language.chosen;
    this.showState(command);
    this.listen();
    this.showCode();
    part('#command').replaceChildren(copy);
  }

  /** Shows the command's current state. @returns whether the form still fits it */
  update(command: ListedCommand): boolean {
    this.showState(command);
    return formOf(command) === formOf(this.command);
  }

  /** Moves the keyboard focus, and with it screen readers, to the command. */
  focus(): void {
    part('h2', this.article).focus();
  }

  /** Updates the code, for example after the key has changed. */
  showCode(): void {
    const withKey = this.part<HTMLInputElement>('.with-key');
    withKey.disabled = this.page.keys.key === '';
    if (withKey.disabled) withKey.checked = false;
    const sample = SAMPLES[this.page.language.chosen];
    this.part('.code').textContent =
      sample?.(this.call(), withKey.checked ? this.page.keys.key : PLACEHOLDER) ?? '';
    this.part('.copied').textContent = '';
  }

  /** Shows whether the command can run, and if not, why. */
  private showState(command: ListedCommand): void {
    show(this.part('.off'), offText(command));
    this.part<HTMLButtonElement>('.run').disabled = command.off !== undefined;
  }

  private part<Type extends HTMLElement = HTMLElement>(selector: string): Type {
    return part<Type>(selector, this.article);
  }

  private call(): HttpRequest {
    return requestOf(location.origin, this.command, this.fields.read());
  }

  private listen(): void {
    this.article.addEventListener('input', () => {
      this.page.language.chosen = this.part<HTMLSelectElement>('#language').value;
      this.showCode();
    });
    this.part('.call').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.run();
    });
    this.part('.cancel').addEventListener('click', () => this.running?.abort());
    this.part('.copy').addEventListener('click', () => void this.copy());
  }

  private async run(): Promise<void> {
    if (this.running) return;
    if (!this.page.keys.hasKey()) return;
    const answer = this.part('.answer');
    answer.hidden = false;
    showNoAnswer(answer, 'Running…', false);
    this.running = new AbortController();
    this.part('.cancel').hidden = false;
    try {
      const { key } = this.page.keys;
      const received = await send(this.call(), key, this.running.signal);
      answer.hidden = received.status === 401;
      if (!answer.hidden) showAnswer(answer, received);
      // The user may have given another one meanwhile.
      if (answer.hidden && key === this.page.keys.key) this.page.keys.refuse(received.envelope.error);
    } catch {
      const { aborted } = this.running.signal;
      showNoAnswer(
        answer,
        aborted ? 'Canceled. What had already started may have finished.' : NO_BRIDGE,
        !aborted,
      );
      if (!aborted) this.page.lost();
    }
    this.running = undefined;
    this.part('.cancel').hidden = true;
    // Otherwise, running it from a field far above would seem to do nothing.
    answer.scrollIntoView({ block: 'nearest' });
  }

  private async copy(): Promise<void> {
    const code = this.part('.code');
    const copied = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => true,
      () => false,
    );
    if (!copied) window.getSelection()?.selectAllChildren(code);
    this.part('.copied').textContent = copied ? 'Copied' : 'Selected. Copy it with the keyboard';
  }
}

/** Everything that the form shows, as text to compare. */
function formOf(command: ListedCommand): string {
  return JSON.stringify(command, (name, value: unknown) =>
    ['off', 'available'].includes(name) ? undefined : value,
  );
}

/** Rewords the bridge's sentence, which speaks to agents. */
function offText({ off }: ListedCommand): string | undefined {
  if (off === undefined) return undefined;
  const remedy = off.replace(/^ask the user to /, '').replace(/^ask the user for /, 'use ');
  return `Off. ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`;
}
