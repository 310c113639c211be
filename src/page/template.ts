/** An element of the page. @throws Error when it does not exist */
export function part<Type extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
): Type {
  const found = inside.querySelector<Type>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** A copy of a template's content. */
export function copyOf(id: string): DocumentFragment {
  return part<HTMLTemplateElement>(`#${id}`).content.cloneNode(true) as DocumentFragment;
}

/** Shows a text, or hides the element when there is none. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.textContent = text ?? '';
  element.hidden = !text;
}
