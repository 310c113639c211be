import { AbstractInputSuggest } from 'obsidian';
import { lowercase } from '../../bridge/text/path-list';

/** Suggests the folders, then the files of this vault whose paths contain what is typed into a field. */
export class PathSuggest extends AbstractInputSuggest<string> {
  override getSuggestions(typed: string): string[] {
    const { vault } = this.app;
    const wanted = lowercase(typed.trim());
    return [vault.getAllFolders(), vault.getFiles()].flatMap((places) =>
      places
        .map(({ path }) => path)
        .filter((path) => lowercase(path).includes(wanted))
        .sort(),
    );
  }

  override renderSuggestion(path: string, el: HTMLElement): void {
    el.setText(path);
  }

  override selectSuggestion(path: string): void {
    this.setValue(path);
    this.close();
  }
}
