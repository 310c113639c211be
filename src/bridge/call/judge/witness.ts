/**
 * Looks at a note after a change that the program did not confirm: it has the expected text (`made`), the old text
 * (`unchanged`), a new text where none can be predicted (`changed`), or an unexpected text (`other`). Undefined if the note
 * cannot be read.
 */
export type Witness = () => Promise<'made' | 'changed' | 'unchanged' | 'other' | undefined>;
