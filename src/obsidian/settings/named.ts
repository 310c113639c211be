import type { ToggleComponent } from 'obsidian';

/** Gives a control the name that screen readers say: rows drawn by hand have none. */
export function nameControl(el: HTMLElement, name: string): void {
  el.setAttribute('aria-label', name);
}

/** Names a toggle, whose checkbox holds the focus. */
export function nameToggle(toggle: ToggleComponent, name: string): void {
  const checkbox = toggle.toggleEl.find('input');
  if (checkbox) nameControl(checkbox, name);
}
