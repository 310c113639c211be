import { maskCode } from './mask';

/** A heading of a note. */
export interface Heading {
  readonly level: number;
  readonly heading: string;
  /** Line number, from 1. */
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
      // From the original text, since code in a heading is part of it.
      const [, marks = '', heading = ''] = HEADING.exec(lines[index] ?? '') ?? [];
      return heading === '' ? [] : [{ level: marks.length, heading, line: index + 1 }];
    });
}
