/** A tooltip is the app's accessible name of an icon: it lives in `aria-label`. */
export function setTooltip(el: HTMLElement, tooltip: string): void {
  el.setAttribute('aria-label', tooltip);
}

/**
 * Makes an element that is not a button act as one, by mouse and by keyboard. That the app's icons and rows take the focus
 * and the Enter key is an assumption; nothing public says how they do it.
 */
export function makeClickable(
  el: HTMLElement,
  onActivate: (event: MouseEvent | KeyboardEvent) => void,
): void {
  el.setAttribute('role', 'button');
  el.setAttribute('tabindex', '0');
  el.addEventListener('click', (event) => {
    // A control inside the element answers for itself.
    const inner =
      event.target instanceof Element && event.target.closest('[role=button], button, input, select, a');
    if (!inner || inner === el) onActivate(event);
  });
  el.addEventListener('keydown', (event) => {
    if (event.target !== el || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onActivate(event);
  });
}
