import type { ToggleComponent } from 'obsidian';

/** Sets the name that screen readers announce; rows with their own `render` have none. */
export function nameControl(el: HTMLElement, name: string): void {
  el.setAttribute('aria-label', name);
}

/** Does the same for a toggle, in which the checkbox has the focus. */
export function nameToggle(toggle: ToggleComponent, name: string): void {
  const checkbox = toggle.toggleEl.find('input');
  if (checkbox) nameControl(checkbox, name);
}
