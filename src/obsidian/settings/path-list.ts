import type { Setting, SettingDefinitionRender, TextComponent } from 'obsidian';
import { nameControl } from '../ui/accessible-name';
import type { TabContext } from './context';
import { removableRow } from './controls';
import type { Page } from './controls';

/** A list of folders and notes. */
interface PathList {
  /** What adding to it is called, and what the list is for. */
  readonly add: Pick<SettingDefinitionRender, 'name' | 'desc' | 'aliases' | 'searchable'>;
  readonly placeholder: string;
  /** What the entry of the page shows while nothing is in the list. */
  readonly whenEmpty: string;
  /** The paths as they are now. */
  readonly paths: () => readonly string[];
  /** Checks and saves them. @returns what is wrong with them, as a sentence, or undefined */
  readonly save: (paths: readonly string[]) => Promise<string | undefined>;
}

/** A page with a row for each path, and a field that adds another one and suggests those of this vault. */
export function pathList({ suggestPaths }: TabContext, list: PathList): Required<Page> {
  const { add, placeholder, whenEmpty, paths } = list;
  const save = async (setting: Setting, changed: readonly string[]): Promise<boolean> => {
    const problem = await list.save(changed);
    setting.setErrorMessage(problem ?? null);
    return problem === undefined;
  };
  const addRow: SettingDefinitionRender = {
    ...add,
    render(setting) {
      const addTyped = async (field: TextComponent): Promise<void> => {
        const path = field.getValue().trim();
        if (path === '') return;
        // The app leaves the row that has the focus as it is.
        if (await save(setting, [...new Set([...paths(), path])])) field.setValue('');
      };
      setting.addText((field) => {
        field.setPlaceholder(placeholder);
        nameControl(field.inputEl, add.name);
        suggestPaths(field.inputEl);
        // Enter, unless it chose a suggestion.
        field.inputEl.addEventListener('beforeinput', ({ inputType }) => {
          if (inputType === 'insertLineBreak') void addTyped(field);
        });
        setting.addButton((button) => button.setButtonText('Add').onClick(() => addTyped(field)));
      });
    },
  };
  const pathRow = (path: string): SettingDefinitionRender =>
    removableRow({ name: path }, (setting) => {
      void save(
        setting,
        paths().filter((each) => each !== path),
      );
    });
  return {
    displayValue: () => (paths().length === 0 ? whenEmpty : String(paths().length)),
    items: [{ type: 'group', items: [...paths().map(pathRow), addRow] }],
  };
}
