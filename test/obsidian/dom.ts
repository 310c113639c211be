import { creators } from './dom-elements';

type Methods<T> = Partial<{ [K in keyof T]: unknown }> & ThisType<T>;

const elementMethods: Methods<Element> = {
  setText(text: string) {
    this.replaceChildren(text);
  },
  addClass(...classes: string[]) {
    this.classList.add(...classes);
  },
  removeClass(...classes: string[]) {
    this.classList.remove(...classes);
  },
  toggleClass(classes: string | string[], value: boolean) {
    for (const name of [classes].flat()) this.classList.toggle(name, value);
  },
  hasClass(name: string) {
    return this.classList.contains(name);
  },
  setAttr(name: string, value: string | number | boolean | null) {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  },
  setAttrs(attributes: Record<string, string | number | boolean | null>) {
    for (const [name, value] of Object.entries(attributes)) this.setAttr(name, value);
  },
  find(selector: string) {
    return this.querySelector(selector);
  },
  findAll(selector: string) {
    return [...this.querySelectorAll(selector)];
  },
};

const htmlMethods: Methods<HTMLElement> = {
  show() {
    this.style.display = '';
  },
  hide() {
    this.style.display = 'none';
  },
  toggle(show: boolean) {
    this.style.display = show ? '' : 'none';
  },
};

const nodeMethods: Methods<Node> = {
  empty() {
    while (this.firstChild) this.removeChild(this.firstChild);
  },
};

/** Adds the app's own methods to a window's elements, and its global functions. Doing it twice changes nothing. */
export function installDom(window: Window & typeof globalThis): void {
  const { createEl } = creators(window.document);
  const creating: Methods<Node> = {
    createEl(tag: 'div', info?: DomElementInfo, callback?: (el: HTMLElement) => void) {
      return createEl(tag, info, callback, this);
    },
    createDiv(info?: DomElementInfo, callback?: (el: HTMLDivElement) => void) {
      return createEl('div', info, callback, this);
    },
    createSpan(info?: DomElementInfo, callback?: (el: HTMLSpanElement) => void) {
      return createEl('span', info, callback, this);
    },
  };
  extend(window.Node.prototype, { ...nodeMethods, ...creating });
  extend(window.Element.prototype, elementMethods);
  extend(window.HTMLElement.prototype, htmlMethods);
  extend(window, {
    activeDocument: window.document,
    createEl,
    createDiv: (...rest: [DomElementInfo?]) => createEl('div', ...rest),
    createSpan: (...rest: [DomElementInfo?]) => createEl('span', ...rest),
  });
}

function extend(target: object, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value: value as unknown, configurable: true, writable: true });
  }
}
