/** An editor of a note. What is typed into it is in the file two seconds later. */
export class MarkdownView {
  readonly file: { readonly path: string };
  readonly #text: string;

  constructor({ path, text }: OpenNote) {
    this.file = { path };
    this.#text = text;
  }

  getViewData(): string {
    return this.#text;
  }
}

/** The editor of the note in front, in which the cursor is at the end. */
export class Editor {
  constructor(public text: string) {}

  replaceSelection(replacement: string): void {
    this.text += replacement;
  }
}

/** A note that is open, and the text in its editor. */
export interface OpenNote {
  readonly path: string;
  readonly text: string;
}
