interface ElementOptions {
  cls?: string | string[];
  text?: string;
  attr?: Record<string, string | number | boolean | null>;
}

/**
 * What the app's elements are where there is no document: text, classes, attributes, children and listeners, enough for
 * a plugin to load, show notices and fill its status bar item in plain Node.
 */
class HeadlessElement extends EventTarget {
  readonly children: HeadlessElement[] = [];
  readonly classes = new Set<string>();
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, string> = {};
  readonly ownerDocument = { defaultView: {}, hasFocus: () => true };
  parent: HeadlessElement | null = null;
  #text = '';

  constructor(readonly tagName: string) {
    super();
  }

  get textContent(): string {
    return this.#text + this.children.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    this.empty();
    this.#text = text;
  }

  setText(text: string): void {
    this.textContent = text;
  }

  empty(): void {
    this.#text = '';
    for (const child of this.children.splice(0)) child.parent = null;
  }

  addClass(...classes: string[]): void {
    for (const name of classes) this.classes.add(name);
  }

  removeClass(...classes: string[]): void {
    for (const name of classes) this.classes.delete(name);
  }

  toggleClass(classes: string | string[], value: boolean): void {
    const names = [classes].flat();
    if (value) this.addClass(...names);
    else this.removeClass(...names);
  }

  toggle(isShown: boolean): void {
    this.setAttr('hidden', isShown ? null : '');
  }

  hasClass(name: string): boolean {
    return this.classes.has(name);
  }

  setAttr(name: string, value: string | number | boolean | null): void {
    if (value === null) this.attributes.delete(name);
    else this.attributes.set(name, String(value));
  }

  setAttribute(name: string, value: string): void {
    this.setAttr(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  createEl(tag: string, options: ElementOptions | string = {}): HeadlessElement {
    const { cls = [], text = '', attr = {} } = typeof options === 'string' ? { cls: options } : options;
    const child = this.appendChild(new HeadlessElement(tag));
    child.addClass(...[cls].flat());
    child.setText(text);
    for (const [name, value] of Object.entries(attr)) child.setAttr(name, value);
    return child;
  }

  createDiv(options?: ElementOptions | string): HeadlessElement {
    return this.createEl('div', options);
  }

  createSpan(options?: ElementOptions | string): HeadlessElement {
    return this.createEl('span', options);
  }

  appendChild(child: HeadlessElement): HeadlessElement {
    child.remove();
    child.parent = this;
    this.children.push(child);
    return child;
  }

  remove(): void {
    const siblings = this.parent?.children;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parent = null;
  }

  /** By tag name or by one class, which is all that is needed to press a button in a notice. */
  querySelector(selector: string): HeadlessElement | null {
    for (const child of this.children) {
      if (child.tagName === selector || (selector.startsWith('.') && child.hasClass(selector.slice(1))))
        return child;
      const found = child.querySelector(selector);
      if (found) return found;
    }
    return null;
  }

  find(selector: string): HeadlessElement | null {
    return this.querySelector(selector);
  }

  click(): void {
    this.dispatchEvent(new Event('click'));
  }
}

export function hasDocument(): boolean {
  return typeof document !== 'undefined';
}

/** A detached element: a real one where there is a document, a headless one elsewhere. */
export function newElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...classes: string[]
): HTMLElementTagNameMap[K] {
  if (!hasDocument()) {
    const headless = new HeadlessElement(tag);
    headless.addClass(...classes);
    return headless as unknown as HTMLElementTagNameMap[K];
  }
  const element = document.createElement(tag);
  if (classes.length > 0) element.classList.add(...classes);
  return element;
}
