type Info = DomElementInfo | string | undefined;

function classesOf(cls: string | string[] | undefined): string[] {
  return [cls ?? []]
    .flat()
    .flatMap((each) => each.split(' '))
    .filter(Boolean);
}

function fill(element: HTMLElement, info: Exclude<Info, string>): void {
  if (!info) return;
  const classes = classesOf(info.cls);
  if (classes.length > 0) element.classList.add(...classes);
  if (info.text !== undefined) element.setText(info.text);
  if (info.href !== undefined) element.setAttribute('href', info.href);
  element.setAttrs(info.attr ?? {});
}

function optionsOf(info: Info): Exclude<Info, string> {
  return typeof info === 'string' ? { cls: info } : info;
}

/** The creating helpers of the app, for one document. */
export function creators(document: Document) {
  function createEl<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    info?: Info,
    callback?: (el: HTMLElementTagNameMap[K]) => void,
    parent?: Node,
  ): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    const options = optionsOf(info);
    fill(element, options);
    parent?.appendChild(element);
    callback?.(element);
    return element;
  }

  return { createEl };
}
