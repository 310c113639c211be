import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** A piece of a drawn tab. */
export interface Rendered {
  /** The same for the same definition after an update. */
  readonly key: string;
  readonly el: HTMLElement;
  /** Applies `visible` again, in place. */
  refresh(): void;
  teardown(): void;
}

/** What is shown of a tab. */
export type ShownTab = Pick<
  obsidian.PluginSettingTab,
  | 'containerEl'
  | 'settingItems'
  | 'getSettingDefinitions'
  | 'getControlValue'
  | 'setControlValue'
  | 'refreshDomState'
  | 'hide'
>;

export interface RenderContext {
  readonly tab: ShownTab;
  openPage(definition: obsidian.SettingDefinitionPage): void;
}

export function evaluate<T>(value: T | (() => T) | undefined, fallback: T): T {
  return typeof value === 'function' ? (value as () => T)() : (value ?? fallback);
}

/**
 * The app leaves the row that holds the focus alone when it redraws a tab, so that typing is not interrupted; plugin
 * authors observe that a clicked button's own row stays as it was for the same reason.
 */
export function holdsFocus(el: HTMLElement): boolean {
  return el.contains(document.activeElement);
}

/** Puts the pieces in order without moving the one with the focus, which would lose it. */
export function arrange(parent: HTMLElement, pieces: Rendered[]): void {
  const wanted = pieces.map((piece) => piece.el);
  const focused = wanted.find(holdsFocus);
  for (const el of wanted) if (el !== focused) el.remove();
  let before = true;
  for (const el of wanted) {
    if (el === focused) before = false;
    else if (focused && before) parent.insertBefore(el, focused);
    else parent.appendChild(el);
  }
}
