import type * as obsidian from '../../node_modules/obsidian/obsidian';
import type { Setting } from './setting';

export interface Outcome {
  commit: (value: unknown) => void;
  /** The input is no value of the control's type at all. */
  reject: (message: string) => void;
}

/** Adds the control of a declared row, seeded with the stored value or its default; returns what takes the focus. */
export function addControl(
  setting: Setting,
  control: obsidian.SettingControl,
  stored: unknown,
  outcome: Outcome,
): HTMLElement {
  const value = stored ?? control.defaultValue;
  const text = typeof value === 'string' ? value : '';
  switch (control.type) {
    case 'toggle':
      setting.addToggle((toggle) => toggle.setValue(value === true).onChange(outcome.commit));
      break;
    case 'dropdown':
      setting.addDropdown((dropdown) => {
        dropdown.addOptions(control.options).setValue(text).onChange(outcome.commit);
      });
      break;
    case 'text':
      setting.addText((field) => {
        field
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(outcome.commit);
      });
      break;
    case 'textarea':
      setting.addTextArea((area) => {
        if (control.rows !== undefined) area.inputEl.rows = control.rows;
        area
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(outcome.commit);
      });
      break;
    case 'file':
    case 'folder':
      // The path is typed; there is no vault behind it to suggest from.
      setting.addSearch((field) => {
        field
          .setPlaceholder(control.placeholder ?? '')
          .setValue(text)
          .onChange(outcome.commit);
      });
      break;
    case 'number':
      addNumber(setting, control, Number(value ?? 0), outcome);
      break;
    case 'slider':
      setting.addSlider((slider) => {
        slider
          .setLimits(control.min, control.max, control.step)
          .setDisplayFormat(control.displayFormat ?? String)
          .setValue(Number(value ?? control.min))
          .onChange(outcome.commit);
      });
      break;
    case 'color':
      setting.addColorPicker((picker) => {
        picker.setValue(text || '#000000').onChange(outcome.commit);
      });
      break;
  }
  return setting.controlEl.find('input, select, textarea');
}

/**
 * "Commits on blur or Enter. Out-of-range and unparseable input shows an inline error and rejects the change" (developer
 * docs, "Settings"); the types' doc comment speaks of falling back to the default instead, which is done for reading.
 * The sentences themselves are assumptions.
 */
function addNumber(
  setting: Setting,
  { min, max, step, placeholder }: obsidian.SettingNumberControl,
  value: number,
  outcome: Outcome,
): void {
  setting.addText((field) => {
    const { inputEl } = field;
    field.setPlaceholder(placeholder ?? '');
    inputEl.setAttrs({ type: 'number', min: min ?? null, max: max ?? null, step: step ?? null });
    field.setValue(String(value));
    inputEl.addEventListener('change', () => {
      const typed = inputEl.value.trim();
      const number = Number(typed);
      if (typed === '' || Number.isNaN(number)) outcome.reject('Enter a number.');
      else if (min !== undefined && number < min) outcome.reject(`Must be at least ${min}.`);
      else if (max !== undefined && number > max) outcome.reject(`Must be at most ${max}.`);
      else outcome.commit(number);
    });
  });
}
