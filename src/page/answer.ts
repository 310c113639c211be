import type { Answer } from './bridge';
import { copyOf, part } from './template';

/** How many characters of a text to show. Browsers are slow with more. */
const SHOWN = 100_000;

/** Shows an answer: its outcome, what to do about a failure, and what the program printed. */
export function showAnswer(place: HTMLElement, { status, envelope }: Answer): void {
  const { ok, code, duration, error, hint, warnings = [], stdout, stderr } = envelope;
  const took = duration === undefined ? [] : [`${duration} ms`];
  part('.status', place).textContent = [
    ok ? 'Done' : 'Failed',
    `HTTP ${status}`,
    ...(code ? [code] : []),
    ...took,
  ].join(' · ');
  part('.status', place).classList.toggle('problem', !ok);
  // The program's own reason says more than the sentence that all its failures have.
  const reason = stderr ? block('Error output', stderr) : paragraph(error);
  const output = block('Output', stdout || '(no output)');
  const whole = copyOf('whole');
  part('pre', whole).textContent = cut(JSON.stringify(envelope, null, 2));
  part('.output', place).replaceChildren(
    ...(ok ? [] : [reason]),
    ...(hint ? [paragraph(hint)] : []),
    ...warnings.map((warning) => paragraph(`Warning: ${warning}`)),
    ...(ok || stdout ? [output] : []),
    whole,
  );
}

/** Shows that there is no answer yet, or why there is none. */
export function showNoAnswer(place: HTMLElement, reason: string, isFailure: boolean): void {
  part('.status', place).textContent = reason;
  part('.status', place).classList.toggle('problem', isFailure);
  part('.output', place).replaceChildren();
}

function paragraph(text = ''): DocumentFragment {
  const copy = copyOf('paragraph');
  part('p', copy).textContent = text;
  return copy;
}

function block(name: string, text: string): DocumentFragment {
  const copy = copyOf('block');
  const pre = part('pre', copy);
  pre.setAttribute('aria-label', name);
  pre.textContent = cut(text);
  return copy;
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… and ${text.length - SHOWN} more characters` : text;
}
