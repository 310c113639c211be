import type { AbstractTextComponent, Setting } from 'obsidian';
import { nameControl } from './named';

/** A text that is checked and stored when the field is left or Enter is pressed, not with every letter. */
interface CommittedField {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** For lists: one item per line. */
  readonly isList?: boolean;
  /** What is wrong with the text: a sentence, or undefined. */
  readonly check: (text: string) => Promise<string | undefined>;
  /** Stores a text without fault; false when the user has decided against it. */
  readonly store: (text: string) => Promise<boolean | void>;
}

/** Adds such a field to a row. What is rejected stays in the field, with the reason below it. */
export function addCommittedField(setting: Setting, field: CommittedField): void {
  let stored = field.value;
  const commit = async (
    control: AbstractTextComponent<HTMLInputElement | HTMLTextAreaElement>,
  ): Promise<void> => {
    const text = control.getValue().trim();
    const problem = text === stored ? undefined : await field.check(text);
    // Somebody has typed on while the text was checked: what counts then is the next one.
    if (control.getValue().trim() !== text) return;
    setting.setErrorMessage(problem ?? null);
    if (problem !== undefined || text === stored) return;
    if ((await field.store(text)) === false) control.setValue(stored);
    else stored = text;
  };
  const equip = (control: AbstractTextComponent<HTMLInputElement | HTMLTextAreaElement>): void => {
    control.setPlaceholder(field.placeholder ?? '').setValue(field.value);
    nameControl(control.inputEl, field.label);
    control.inputEl.addEventListener('change', () => void commit(control));
  };
  if (field.isList) {
    setting.setClass('cli-bridge-list');
    setting.addTextArea((area) => {
      area.inputEl.rows = 3;
      equip(area);
    });
  } else {
    setting.addText(equip);
  }
}

/** The items of a text that has one per line. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}
