import { firstKind, lastKind } from './block-kind';
import type { BlockKind } from './block-kind';
import { EditError } from './edit-result';
import type { BlockCandidate } from './edit-result';
import { scanLines } from './headings';
import type { LineRole } from './line-scan';

/** A block that an id marks. */
export interface Block {
  readonly kind: 'list' | 'quote' | 'table' | 'text';
  /** The start of its first line. */
  readonly start: number;
  /** The number of its first line, from 1. */
  readonly line: number;
  /** The end of its text, without the id. */
  readonly textEnd: number;
  /** The end of the line that has the id. */
  readonly idEnd: number;
  /** The end of the block with its id and, for a list item, its sub-items. */
  readonly end: number;
  /** Whether the id is on a line of its own. */
  readonly isIdBelow: boolean;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly role: LineRole;
}

/** Maximum blocks in an answer. */
const MAX_CANDIDATES = 50;
/** Maximum lines with an id that are examined. */
const MAX_EXAMINED = 10_000;
/** Maximum characters of an id. */
const LONGEST_ID = 200;
const ID = /^[A-Za-z0-9-]+$/;

/**
 * Finds the list item, paragraph, quote or table that an id marks: at the end of its last line, or on a line of its own below it.
 * @param given the id, with or without `^`
 * @throws EditError `block_not_found`, `too_much`
 */
export function findBlock(text: string, given: string): Block {
  const lines: Line[] = [];
  const scan = scanLines(text, ({ start, end, number }, { role }) => {
    lines.push({ start, end, number, role });
    return true;
  });
  if (!scan) throw new EditError({ code: 'too_much', what: 'headings' });
  const note = new MarkedBlocks(text, lines);
  const wanted = given.trim().replace(/^\^/, '').toLowerCase();
  const found = note.find((id) => id.toLowerCase() === wanted);
  const [first] = found;
  if (first && found.length === 1) return first.block;
  const candidates = first ? found : note.find(() => true);
  throw new EditError({
    code: 'block_not_found',
    isRepeated: first !== undefined,
    candidates: candidates.map(candidateOf),
  });
}

/** The marker, common to all items of one list, of the item that a text begins with. */
export function listMarker(text: string): string {
  return /^\s*\d{0,9}(.)/.exec(text.slice(0, LONGEST_ID))?.[1] ?? '';
}

interface MarkedBlock {
  readonly id: string;
  readonly block: Block;
}

function candidateOf({ id, block }: MarkedBlock): BlockCandidate {
  return { block: id, line: block.line };
}

/** The blocks of a note that have ids. */
class MarkedBlocks {
  constructor(
    private readonly text: string,
    private readonly lines: readonly Line[],
  ) {}

  /** The first of them. */
  find(isWanted: (id: string) => boolean): MarkedBlock[] {
    const found: MarkedBlock[] = [];
    let examined = 0;
    for (const [index, { role, start, end }] of this.lines.entries()) {
      const mark = role === 'text' ? this.markIn(start, end) : undefined;
      if (!mark || !isWanted(mark.id)) continue;
      const block = this.blockAt(index, mark.at);
      if (block) found.push({ id: mark.id, block });
      examined += 1;
      if (found.length === MAX_CANDIDATES || examined === MAX_EXAMINED) break;
    }
    return found;
  }

  /** The id that ends a line, and the end of the text before it. */
  private markIn(start: number, end: number): { readonly id: string; readonly at: number } | undefined {
    const tail = this.text.slice(Math.max(start, end - LONGEST_ID), end).trimEnd();
    const mark = tail.lastIndexOf('^');
    const id = tail.slice(mark + 1);
    if (mark < 0 || !ID.test(id)) return undefined;
    let at = Math.max(start, end - LONGEST_ID) + mark;
    const isFree = at === start || this.isSpace(at - 1);
    if (!isFree) return undefined;
    while (at > start && this.isSpace(at - 1)) at -= 1;
    return { id, at };
  }

  /** The block that the id in a line marks; undefined if it marks none. @param at the end of the line's text before the id */
  private blockAt(index: number, at: number): Block | undefined {
    const own = this.lines[index];
    if (!own || this.goesOn(index)) return undefined;
    const isIdBelow = at === own.start;
    const last = isIdBelow ? this.lastAbove(index) : index;
    const line = this.lines[last];
    if (line?.role !== 'text') return undefined;
    const kind = this.kindEndingWith(isIdBelow ? line.end : at);
    if (kind === undefined || (kind === 'table' && !isIdBelow)) return undefined;
    const isList = kind === 'list' && isIdBelow;
    const first = this.lines[isList ? this.firstOfList(last) : this.firstOf(last, kind)] ?? line;
    const isItem = kind === 'list' && !isIdBelow;
    return {
      kind,
      start: first.start,
      line: first.number,
      textEnd: isIdBelow ? line.end : at,
      idEnd: own.end,
      end: isItem ? this.endOfItem(index, this.indentOf(first)) : own.end,
      isIdBelow,
    };
  }

  /** Whether the block of a line continues in the next one, so that an id in it is in the middle. */
  private goesOn(index: number): boolean {
    const next = this.lines[index + 1];
    if (next?.role === 'heading') return this.isUnderline(next);
    if (next?.role !== 'text') return false;
    const kind = this.kindOf(next);
    const own = this.kindOf(this.lines[index]);
    return kind === 'text' || ((own === 'quote' || own === 'callout') && kind === 'quote');
  }

  private isUnderline({ start, end }: Line): boolean {
    return !this.text.slice(start, end).trimStart().startsWith('#');
  }

  /** The line above an id on its own line, with or without blank lines between. */
  private lastAbove(index: number): number {
    let last = index - 1;
    while (this.lines[last]?.role === 'blank') last -= 1;
    return last;
  }

  private kindEndingWith(end: number): Block['kind'] | undefined {
    const kind = lastKind(this.text.slice(0, end));
    return kind === 'list' || kind === 'quote' || kind === 'table' || kind === 'text' ? kind : undefined;
  }

  private kindOf(line: Line | undefined): BlockKind {
    return line ? firstKind(this.text.slice(line.start, line.end)) : 'text';
  }

  /** The first line of a block that ends with a line. */
  private firstOf(last: number, kind: Block['kind']): number {
    let first = last;
    while (first > 0 && this.isJoined(first, kind)) first -= 1;
    return first;
  }

  /** Whether the line above belongs to the block of this line, too. */
  private isJoined(index: number, kind: Block['kind']): boolean {
    const above = this.lines[index - 1];
    if (above?.role !== 'text') return false;
    const [own, kindAbove] = [this.kindOf(this.lines[index]), this.kindOf(above)];
    switch (kind) {
      case 'list':
        return own !== 'list';
      case 'quote':
        return own === 'text' || (own === 'quote' && (kindAbove === 'quote' || kindAbove === 'callout'));
      case 'table':
        return this.text.slice(above.start, above.end).includes('|');
      case 'text':
        return kindAbove === 'text';
    }
  }

  /** The first line of a list, which may have blank lines between its items. */
  private firstOfList(last: number): number {
    let first = last;
    let top: { readonly indent: number; readonly marker: string } | undefined;
    // A line without marker and indentation may continue an item right above, or not be part of the list.
    let isUnsure = false;
    for (let index = last; index >= 0; index--) {
      const line = this.lines[index];
      if (line?.role === 'blank' && !isUnsure) continue;
      if (line?.role !== 'text') break;
      const indent = this.indentOf(line);
      if (this.kindOf(line) !== 'list') {
        isUnsure = indent === 0;
        continue;
      }
      isUnsure = false;
      const marker = listMarker(this.text.slice(line.start, line.end));
      if (top && indent > top.indent) continue;
      if (top?.indent === indent && top.marker !== marker) break;
      top = { indent, marker };
      first = index;
    }
    return first;
  }

  /** The end of the last line that is indented more than the item. */
  private endOfItem(index: number, indent: number): number {
    let end = this.lines[index]?.end ?? 0;
    for (let next = index + 1; next < this.lines.length; next++) {
      const line = this.lines[next];
      if (!line || line.role === 'blank') continue;
      if (this.indentOf(line) <= indent) break;
      end = line.end;
    }
    return end;
  }

  /** The columns in front of a line's text. */
  private indentOf({ start, end }: Line): number {
    let columns = 0;
    for (let at = start; at < end && this.isSpace(at); at++)
      columns += this.text[at] === '\t' ? 4 - (columns % 4) : 1;
    return columns;
  }

  private isSpace(at: number): boolean {
    return this.text[at] === ' ' || this.text[at] === '\t';
  }
}
