import { fileURLToPath } from 'node:url';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The pictures in the docs, each in both themes. The one of an undo moves. */
type Picture = 'settings' | 'approval' | 'undo' | 'page';

/** What was to be read in the pictures when they were taken. */
export type Words = Readonly<Record<'settings' | 'story' | 'page', readonly string[]>>;

const inDocs = (name: string): string => fileURLToPath(new URL(`../../docs/images/${name}`, import.meta.url));

export const WORDS_FILE = inDocs('words.json');

export function pictureFile(name: Picture, theme: Theme): string {
  return inDocs(`${name}-${theme}.png`);
}
