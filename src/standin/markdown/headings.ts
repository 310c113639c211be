import { maskCode } from './mask';

/** A heading of a note. */
export interface Heading {
  readonly level: number;
  readonly heading: string;
  /** The line it stands in; the first line is 1. */
  readonly line: number;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;

/** The headings of a note, in order. */
export function findHeadings(text: string): Heading[] {
  const lines = text.split(/\r?\n/);
  return maskCode(text)
    .split(/\r?\n/)
    .flatMap((masked, index) => {
      if (!HEADING.test(masked)) return [];
      // Read from the text itself: code inside a heading belongs to it.
      const [, marks = '', heading = ''] = HEADING.exec(lines[index] ?? '') ?? [];
      return heading === '' ? [] : [{ level: marks.length, heading, line: index + 1 }];
    });
}
