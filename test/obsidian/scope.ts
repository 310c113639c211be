import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** Key bindings of an open modal. Modifiers are compared literally; `Mod` means Ctrl or Meta here. */
export class Scope implements obsidian.Scope {
  #handlers: (obsidian.KeymapEventHandler & { run: obsidian.KeymapEventListener })[] = [];

  register(
    modifiers: obsidian.Modifier[] | null,
    key: string | null,
    func: obsidian.KeymapEventListener,
  ): obsidian.KeymapEventHandler {
    const handler = { scope: this, modifiers: modifiers && [...modifiers].sort().join(','), key, run: func };
    this.#handlers.push(handler);
    return handler;
  }

  unregister(handler: obsidian.KeymapEventHandler): void {
    this.#handlers = this.#handlers.filter((each) => each !== handler);
  }

  /** "Return `false` to automatically preventDefault": types' doc comment. */
  handle(event: KeyboardEvent): void {
    for (const { modifiers, key, run } of [...this.#handlers].reverse()) {
      const pressed = pressedModifiers(event);
      if (key !== null && key.toLowerCase() !== event.key.toLowerCase()) continue;
      if (modifiers !== null && modifiers !== pressed) continue;
      if (run(event, { modifiers, key, vkey: event.key }) === false) event.preventDefault();
      return;
    }
  }
}

function pressedModifiers(event: KeyboardEvent): string {
  const pressed: obsidian.Modifier[] = [];
  if (event.altKey) pressed.push('Alt');
  if (event.ctrlKey || event.metaKey) pressed.push('Mod');
  if (event.shiftKey) pressed.push('Shift');
  return pressed.join(',');
}
