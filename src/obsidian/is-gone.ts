/** Whether the window with the element has been closed: its document keeps its elements, but is shown nowhere. */
export function isGone(element: HTMLElement): boolean {
  return element.ownerDocument.defaultView === null;
}
