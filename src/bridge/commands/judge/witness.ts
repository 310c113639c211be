/**
 * Looks at the note after a change that the program did not confirm: whether the note is what the change makes of it (`made`),
 * has another text than before where no rule says which (`changed`), is as it was (`unchanged`), or has a text that neither
 * explains (`other`). Undefined where the note cannot be seen.
 */
export type Witness = () => Promise<'made' | 'changed' | 'unchanged' | 'other' | undefined>;
