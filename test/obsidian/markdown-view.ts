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

/** A note that is open, and the text in its editor. */
export interface OpenNote {
  readonly path: string;
  readonly text: string;
}
