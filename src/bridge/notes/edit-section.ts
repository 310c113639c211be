import type { EditProblem, EditResult } from './edit-result';
import { findSection } from './find-section';
import { findHeadings } from './headings';
import { lineBreakOf, withLineBreak } from './line-breaks';

/** A change to what stands below a heading. */
export interface SectionChange {
  /** See {@link findSection}. */
  readonly heading: string;
  /** May be empty: then the heading is left alone, or nothing is added. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
}

/**
 * Changes the section of a heading. The text stands on lines of its own; empty lines at the end of the section stay, unless
 * the text brings its own. The line breaks are those of the note, and so is whether it ends with one.
 */
export async function editSection(
  text: string,
  { heading: given, content, mode }: SectionChange,
): Promise<EditResult | EditProblem> {
  const section = findSection(text, await findHeadings(text), given);
  if ('code' in section) return section;
  const { heading, end } = section;
  const lineBreak = lineBreakOf(text) ?? lineBreakOf(content) ?? '\n';
  const bodyEnd = heading.end + endOfText(text.slice(heading.end, end));
  const [from, to] = {
    replace: [heading.end, bodyEnd] as const,
    append: [bodyEnd, bodyEnd] as const,
    prepend: [heading.end, heading.end] as const,
  }[mode];
  const rest = text.slice(to, end);
  const body = content === '' ? rest : lineBreak + joined(withLineBreak(content, lineBreak), rest);
  return { text: text.slice(0, from) + body + text.slice(end), replacements: 1 };
}

/** Where the last line ends that is not empty, before its line break; 0 where there is none. */
function endOfText(body: string): number {
  const { length } = body.trimEnd();
  if (length === 0) return 0;
  // Spaces at the end of that line are part of it.
  const lineEnd = body.slice(length).search(/\r?\n|$/);
  return length + lineEnd;
}

/** The content and what follows it, of which empty lines stay only as far as the content does not end with its own. */
function joined(content: string, rest: string): string {
  const emptyLine = /[ \t]*\r?\n/y;
  let kept = 0;
  for (let at = content.length - 1; content[at] === '\n' && emptyLine.test(rest); at--) {
    kept = emptyLine.lastIndex;
    if (content[at - 1] === '\r') at -= 1;
  }
  return content + rest.slice(kept);
}
