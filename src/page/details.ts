import { showAnswer, showNoAnswer } from './answer';
import { send } from './bridge';
import { callOf } from './call';
import type { Call } from './call';
import type { Command } from './command';
import { Fields } from './fields';
import type { KeyForm } from './key-form';
import { SAMPLES } from './samples';
import { copyOf, part, show } from './template';

const PLACEHOLDER = 'YOUR_KEY';
const KINDS = { GET: 'Reads', POST: 'Writes or acts', DELETE: 'Removes' };

/** One command: what it does, a form for it, the answer, and the same call as code. */
export class Details {
  private readonly article: HTMLElement;
  private readonly fields: Fields;
  private running: AbortController | undefined;

  /** @param language the chosen language, which is kept for the next command */
  constructor(
    readonly command: Command,
    private readonly keys: KeyForm,
    private readonly language: { chosen: string },
  ) {
    const copy = copyOf('details');
    this.article = part('article', copy);
    part('h2', copy).textContent = command.command;
    const kind = KINDS[command.httpMethod];
    part('.kind', copy).textContent = command.dangerous
      ? `${kind}. Dangerous: it can run code or control the app.`
      : kind;
    show(part('.description', copy), command.description);
    show(part('.note', copy), command.note);
    show(part('.off', copy), offText(command));
    part('.usage', copy).textContent = command.usage;
    this.fields = new Fields(part('.fields', copy), command);
    part('#language', copy).append(...Object.keys(SAMPLES).map((name) => new Option(name)));
    part<HTMLSelectElement>('#language', copy).value = language.chosen;
    this.listen();
    this.showCode();
    part('#command').replaceChildren(copy);
  }

  /** Shows the command's current state. @returns whether the form still fits it */
  update(command: Command): boolean {
    show(this.part('.off'), offText(command));
    return formOf(command) === formOf(this.command);
  }

  /** Moves the keyboard focus, and with it screen readers, to the command. */
  focus(): void {
    part('h2', this.article).focus();
  }

  /** Updates the code, for example after the key has changed. */
  showCode(): void {
    const withKey = this.part<HTMLInputElement>('.with-key');
    withKey.disabled = this.keys.key === '';
    if (withKey.disabled) withKey.checked = false;
    const sample = SAMPLES[this.language.chosen];
    this.part('.code').textContent =
      sample?.(this.call(), withKey.checked ? this.keys.key : PLACEHOLDER) ?? '';
    this.part('.copied').textContent = '';
  }

  private part<Type extends HTMLElement = HTMLElement>(selector: string): Type {
    return part<Type>(selector, this.article);
  }

  private call(): Call {
    return callOf(location.origin, this.command, this.fields.read());
  }

  private listen(): void {
    this.article.addEventListener('input', () => {
      this.language.chosen = this.part<HTMLSelectElement>('#language').value;
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
    if (!(await this.keys.require()) || this.running) return;
    const answer = this.part('.answer');
    answer.hidden = false;
    showNoAnswer(answer, 'Running…', false);
    this.running = new AbortController();
    this.part('.cancel').hidden = false;
    try {
      showAnswer(answer, await send(this.call(), this.keys.key, this.running.signal));
    } catch (error) {
      const { aborted } = this.running.signal;
      showNoAnswer(
        answer,
        aborted ? 'Canceled. What had already started may have finished.' : `No answer: ${String(error)}`,
        !aborted,
      );
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
function formOf(command: Command): string {
  return JSON.stringify(command, (name, value: unknown) =>
    ['off', 'available'].includes(name) ? undefined : value,
  );
}

/** Rewords the bridge's sentence, which speaks to agents. */
function offText({ off }: Command): string | undefined {
  return off && `Off: ${off.replace(/^ask the user to /, '').replace(/^ask the user for /, 'use ')}`;
}
