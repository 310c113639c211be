/** The row of a drawn tab, page or modal that carries this name. */
export function rowNamed(root: HTMLElement, name: string): HTMLElement {
  const found = root
    .findAll('.setting-item')
    .find((row) => row.querySelector('.setting-item-name')?.textContent === name);
  if (!found) throw new Error(`No row "${name}" among: ${visibleRows(root).join(', ')}`);
  return found;
}

/** What takes the input in the row of this name. */
export function inputOf(root: HTMLElement, name: string): HTMLInputElement {
  return rowNamed(root, name).find('input, textarea, select') as HTMLInputElement;
}

/** The sentence with which the row of this name rejects its value; null when it does not. */
export function problemOf(root: HTMLElement, name: string): string | null {
  return rowNamed(root, name).querySelector('.setting-item-error')?.textContent ?? null;
}

/** The names of the rows in sight, headings left out. */
export function visibleRows(root: HTMLElement): string[] {
  return root
    .findAll('.setting-item:not(.setting-item-heading)')
    .filter((row) => !row.closest('[style*="display: none"]'))
    .map((row) => row.querySelector('.setting-item-name')?.textContent ?? '');
}
