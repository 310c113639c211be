import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { addControl } from './declarative-input';
import { evaluate } from './rendered';
import type { Setting } from './setting';

type Validate = (value: unknown) => string | void | Promise<string | void>;

/** Binds one key of the tab to a control. Returns what re-evaluates `disabled`. */
export function renderControl(
  setting: Setting,
  { name, control }: obsidian.SettingDefinitionControl,
  tab: obsidian.SettingTab,
): () => void {
  const validate = control.validate as Validate | undefined;
  let turn = 0;

  /** Shows the sentence of a rejected value; only the latest of several slow answers counts. */
  function check(value: unknown, whenAccepted: () => void): void {
    turn += 1;
    const mine = turn;
    const settle = (message: string | void): void => {
      if (mine !== turn) return;
      setting.setErrorMessage(message || null);
      if (!message) whenAccepted();
    };
    const verdict = validate?.(value);
    if (verdict instanceof Promise) void verdict.then(settle);
    else settle(verdict);
  }

  /** "The framework refreshes automatically after every change" (developer docs); a failed save is nobody's to catch. */
  function store(value: unknown): void {
    const saving = tab.setControlValue(control.key, value);
    if (saving instanceof Promise) void saving.then(() => tab.refreshDomState());
    else tab.refreshDomState();
  }

  const inputEl = addControl(setting, control, tab.getControlValue(control.key), {
    commit: (value) => check(value, () => store(value)),
    reject(message) {
      turn += 1;
      setting.setErrorMessage(message);
    },
  });
  inputEl.setAttr('aria-label', name);
  // "The framework runs `validate` once on mount and shows the message": types' doc comment.
  const seeded = tab.getControlValue(control.key) ?? control.defaultValue;
  if (seeded !== undefined) check(seeded, () => undefined);
  return () => void setting.setDisabled(evaluate(control.disabled, false));
}
