/** A part of the page that exists exactly once. */
export function part<Type extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
): Type {
  const found = inside.querySelector<Type>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** A copy of a template, without the space around it. */
export function copyOf(id: string): DocumentFragment {
  return part<HTMLTemplateElement>(`#${id}`).content.cloneNode(true) as DocumentFragment;
}

/** Shows a text, and nothing at all where there is none. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.textContent = text ?? '';
  element.hidden = !text;
}
