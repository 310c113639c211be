/** Types a text as a user does: the value, then the events of typing and of leaving the field. */
export function typeInto(field: Element | null, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
    throw new Error('No such field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

export function press(target: EventTarget, key: string, options: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));
}

/** Lets promises that are already under way finish. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
