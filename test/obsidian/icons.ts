import { hasDocument } from './headless-element';

/**
 * No drawings here, only where they would be: a plain picture of the right size and class, hidden from assistive
 * technology, that carries the icon's name.
 */
function getIcon(iconId: string): SVGSVGElement | null {
  if (!hasDocument()) return null;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', `svg-icon lucide-${iconId}`);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  for (const [name, value] of Object.entries({ cx: '12', cy: '12', r: '9' })) shape.setAttribute(name, value);
  svg.appendChild(shape);
  return svg;
}

export function setIcon(parent: HTMLElement, iconId: string): void {
  const icon = getIcon(iconId);
  if (icon) parent.replaceChildren(icon);
  else parent.setAttribute('data-icon', iconId);
}
