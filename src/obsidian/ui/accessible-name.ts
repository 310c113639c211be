import type { ToggleComponent } from 'obsidian';

/** Sets the name that screen readers announce. A row with its own `render` gets none from the app. */
export function nameControl(el: HTMLElement, name: string): void {
  el.setAttribute('aria-label', name);
}

/** Does the same for a toggle, whose checkbox gets the focus. */
export function nameToggle(toggle: ToggleComponent, name: string): void {
  const checkbox = toggle.toggleEl.find('input');
  if (checkbox) nameControl(checkbox, name);
}
