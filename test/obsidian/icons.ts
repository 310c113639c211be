import { hasDocument } from './headless-element';

/** Simple drawings of the icons that pictures show. Any other is a circle. */
const DRAWINGS: Readonly<Record<string, string>> = {
  'alert-triangle': 'M12 3 2 20h20zM12 10v4m0 3v.01',
  check: 'm4 12 5 5L20 6',
  'chevron-left': 'm15 6-6 6 6 6',
  'chevron-right': 'm9 6 6 6-6 6',
  copy: 'M9 9h12v12H9zm-4 6H3V3h12v2',
  eye: 'M2 12q10-13 20 0-10 13-20 0m7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  hourglass: 'M5 3h14M5 21h14M7 3q0 5 5 9-5 4-5 9M17 3q0 5-5 9 5 4 5 9',
  x: 'M6 6l12 12M18 6 6 18',
};
const CIRCLE = 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0';

/** An icon of the right size and class, hidden from assistive technology, that carries the icon's name. */
function getIcon(iconId: string): SVGSVGElement | null {
  if (!hasDocument()) return null;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', `svg-icon lucide-${iconId}`);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', DRAWINGS[iconId] ?? CIRCLE);
  svg.appendChild(shape);
  return svg;
}

export function setIcon(parent: HTMLElement, iconId: string): void {
  const icon = getIcon(iconId);
  if (icon) parent.replaceChildren(icon);
  else parent.setAttribute('data-icon', iconId);
}
