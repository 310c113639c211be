import type { AbstractTextComponent, Setting } from 'obsidian';
import { nameControl } from '../ui/accessible-name';

/** A field whose text is checked and saved on blur or Enter, not on every keystroke. */
interface CommittedField {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** For lists: one item per line. */
  readonly isList?: boolean;
  /** @returns what is wrong with the text, as a sentence, or undefined */
  readonly check: (text: string) => Promise<string | undefined>;
  /** Saves a valid text. @returns false if the user declined */
  readonly save: (text: string) => Promise<boolean | void>;
}

/** Adds such a field to a row. An invalid text stays in the field, with the reason below it. */
export function addCommittedField(setting: Setting, field: CommittedField): void {
  let saved = field.value;
  const commit = async (
    control: AbstractTextComponent<HTMLInputElement | HTMLTextAreaElement>,
  ): Promise<void> => {
    const text = control.getValue().trim();
    const problem = text === saved ? undefined : await field.check(text);
    // The user has typed more during the check. That text is committed later.
    if (control.getValue().trim() !== text) return;
    setting.setErrorMessage(problem ?? null);
    if (problem !== undefined || text === saved) return;
    if ((await field.save(text)) === false) control.setValue(saved);
    else saved = text;
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

/** The distinct items of a text that has one per line. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}
