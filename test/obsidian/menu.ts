import { Component } from './component';
import { hasDocument, newElement } from './headless-element';
import { MenuItem } from './menu-item';
import { screen } from './screen';

/** The menu the app draws itself. */
export class Menu extends Component {
  readonly items: MenuItem[] = [];
  isOpen = false;
  readonly #dom = newElement('div', 'menu');
  readonly #onOutside = (event: Event): void => {
    if (!this.#dom.contains(event.target as Node)) this.hide();
  };

  addItem(cb: (item: MenuItem) => unknown): this {
    if (this.isOpen) return this;
    const item = new MenuItem(() => this.hide());
    cb(item);
    this.items.push(item);
    this.#dom.appendChild(item.dom);
    return this;
  }

  addSeparator(): this {
    if (!this.isOpen) this.#dom.appendChild(newElement('div', 'menu-separator'));
    return this;
  }

  showAtMouseEvent(evt: MouseEvent): this {
    return this.showAtPosition({ x: evt.clientX, y: evt.clientY });
  }

  showAtPosition(position: { x: number; y: number }): this {
    if (this.isOpen) return this;
    this.isOpen = true;
    screen.menus.push(this);
    this.load();
    if (!hasDocument()) return this;
    document.body.appendChild(this.#dom);
    const { offsetWidth, offsetHeight } = this.#dom;
    this.#dom.style.left = `${Math.max(0, Math.min(position.x, window.innerWidth - offsetWidth))}px`;
    this.#dom.style.top = `${Math.max(0, Math.min(position.y, window.innerHeight - offsetHeight))}px`;
    this.registerDomEvent(document, 'keydown', (event: KeyboardEvent) => this.#onKey(event));
    // Not the click that opened it.
    setTimeout(() => this.isOpen && this.registerDomEvent(document, 'click', this.#onOutside));
    return this;
  }

  hide(): this {
    if (!this.isOpen) return this;
    this.isOpen = false;
    this.#dom.remove();
    this.unload();
    return this;
  }

  #onKey(event: KeyboardEvent): void {
    const reachable = this.items.filter((item) => !item.isLabel);
    const selected = reachable.findIndex((item) => item.dom.hasClass('selected'));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') this.hide();
    else if (event.key === 'Enter') reachable[selected]?.run(event);
    else if (step !== undefined && reachable.length > 0) {
      const next = (Math.max(selected, step < 0 ? 0 : -1) + step + reachable.length) % reachable.length;
      for (const [index, item] of reachable.entries()) item.dom.toggleClass('selected', index === next);
      event.preventDefault();
    }
  }
}
