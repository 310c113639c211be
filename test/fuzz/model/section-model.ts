import { splitNote } from './property-model';
import type { LooseText } from './vault-model';

/** The edit of a section, with the code of its failure or the text that it makes. */
export type SectionEdit = { readonly code: string } | { readonly text: string | LooseText };

const HEADING = /^(#{1,6}) (.*)$/;
/** What is more than headings, list items and lines of text, so that only examples test sections of it. */
const UNCERTAIN = /```|~~~|%%|<|\$\$|^(?:---|===|\*\*\*|___)|^\s|^>|\|/m;

/** Whether this model knows the headings of a note. */
export function hasPlainBody(text: string): boolean {
  return !UNCERTAIN.test((splitNote(text)?.body ?? text).replace(/\r\n/g, '\n').replace(/^\n+/gm, ''));
}

/**
 * Edits the section of a heading. Where blank lines stand is left open, but not outside of the section.
 * @param text a note with a plain body
 * @param content at least one line, without headings
 */
export function editSection(
  text: string,
  { heading, content, mode, own }: { heading: string; content: string; mode: string; own: boolean },
): SectionEdit {
  const bodyAt = text.length - (splitNote(text)?.body ?? text).length;
  const lines =
    text
      .slice(bodyAt)
      .replace('\ufeff', '')
      .match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const headings = lines.flatMap((line, index) => {
    const [, marks = '', title = ''] = HEADING.exec(line.trimEnd()) ?? [];
    return marks === '' ? [] : [{ index, level: marks.length, title: title.trim() }];
  });
  const [found, ...others] = headings.filter(({ title }) => title === heading);
  if (!found) return { code: 'heading_not_found' };
  if (others.length > 0) return { code: 'heading_ambiguous' };
  const next = headings.find(({ index, level }) => index > found.index && (own || level <= found.level));
  const end = next?.index ?? lines.length;
  const start = text.slice(0, bodyAt) + (text.startsWith('\ufeff', bodyAt) ? '\ufeff' : '');
  const above = start + lines.slice(0, found.index).join('') + (lines[found.index] ?? '').trimEnd();
  const inside = filled(lines.slice(found.index + 1, end).join(''));
  const rest = lines.slice(end).join('');
  const added = filled(content);
  const wanted =
    mode === 'replace' ? added : mode === 'append' ? [...inside, ...added] : [...added, ...inside];
  const words = `${JSON.stringify(above)}, the lines ${JSON.stringify(wanted)}, ${JSON.stringify(rest)}`;
  const fits = (actual: string): boolean => {
    if (!actual.startsWith(above) || !actual.endsWith(rest)) return false;
    const between = actual.slice(above.length, actual.length - rest.length);
    const isBroken = between.startsWith('\n') || between.startsWith('\r\n');
    return isBroken && JSON.stringify(filled(between)) === JSON.stringify(wanted);
  };
  return { text: { words, fits } };
}

/** The lines that are not blank. */
function filled(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
