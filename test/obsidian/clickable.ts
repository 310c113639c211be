import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** A tooltip is the app's accessible name of an icon: it lives in `aria-label`. */
export function setTooltip(el: HTMLElement, tooltip: string, options: obsidian.TooltipOptions = {}): void {
  el.setAttribute('aria-label', tooltip);
  if (options.placement) el.setAttribute('data-tooltip-position', options.placement);
}

/**
 * Makes an element that is no button act as one, by mouse and by keyboard. That the app's icons and rows take the focus
 * and the Enter key is an assumption; nothing public says how they do it.
 */
export function makeClickable(
  el: HTMLElement,
  onActivate: (event: MouseEvent | KeyboardEvent) => void,
): void {
  el.setAttribute('role', 'button');
  el.setAttribute('tabindex', '0');
  const isDisabled = (): boolean => el.getAttribute('aria-disabled') === 'true';
  el.addEventListener('click', (event) => {
    // A control inside the element answers for itself.
    const inner =
      event.target instanceof Element && event.target.closest('[role=button], button, input, select, a');
    if (!isDisabled() && (!inner || inner === el)) onActivate(event);
  });
  el.addEventListener('keydown', (event) => {
    if (event.target !== el || isDisabled() || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onActivate(event);
  });
}

export function setClickableDisabled(el: HTMLElement, disabled: boolean): void {
  el.toggleClass('is-disabled', disabled);
  el.setAttr('aria-disabled', disabled ? 'true' : null);
}
