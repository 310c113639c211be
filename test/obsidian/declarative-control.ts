import type * as obsidian from '../../node_modules/obsidian/obsidian';
import type { ShownTab } from './rendered';
import type { Setting } from './setting';

type Validate = (value: unknown) => string | void | Promise<string | void>;

/** Binds one key of the tab to a control: a switch or a number, the kinds that the plugin declares. */
export function renderControl(
  setting: Setting,
  { name, control }: obsidian.SettingDefinitionControl,
  tab: ShownTab,
): void {
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

  const commit = (value: unknown): void => check(value, () => store(value));
  const stored = tab.getControlValue(control.key) ?? control.defaultValue;
  if (control.type === 'toggle') {
    setting.addToggle((toggle) => {
      toggle.setValue(stored === true).onChange(commit);
      toggle.inputEl.setAttr('aria-label', name);
    });
  } else if (control.type === 'number') {
    setting.addText(({ inputEl }) => {
      inputEl.setAttr('aria-label', name);
      bindNumber(inputEl, control, Number(stored ?? 0), {
        commit,
        reject(message) {
          turn += 1;
          setting.setErrorMessage(message);
        },
      });
    });
  } else {
    throw new Error(`Controls of the type "${control.type}" are not imitated`);
  }
  // "The framework runs `validate` once on mount and shows the message": types' doc comment.
  if (stored !== undefined) check(stored, () => undefined);
}

interface Outcome {
  commit: (value: unknown) => void;
  /** The input is not a number, or out of range. */
  reject: (message: string) => void;
}

/**
 * "Commits on blur or Enter. Out-of-range and unparseable input shows an inline error and rejects the change" (developer
 * docs, "Settings"); the types' doc comment speaks of falling back to the default instead, which is done for reading.
 * The sentences themselves are assumptions.
 */
function bindNumber(
  inputEl: HTMLInputElement,
  { min, max, step }: obsidian.SettingNumberControl,
  value: number,
  outcome: Outcome,
): void {
  inputEl.setAttrs({ type: 'number', min: min ?? null, max: max ?? null, step: step ?? null });
  inputEl.value = String(value);
  inputEl.addEventListener('change', () => {
    const typed = inputEl.value.trim();
    const number = Number(typed);
    if (typed === '' || Number.isNaN(number)) outcome.reject('Enter a number.');
    else if (min !== undefined && number < min) outcome.reject(`Must be at least ${min}.`);
    else if (max !== undefined && number > max) outcome.reject(`Must be at most ${max}.`);
    else outcome.commit(number);
  });
}
