import { changedRange } from './changes/changed-lines';
import { frontmatterNotices, LONGEST_YAML } from './frontmatter-notices';
import { blocksIn, hasMarks } from './hidden-parts';
import type { HiddenPart } from './hidden-parts';
import { lineBreakAt } from './line-breaks';
import { lineAt } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';
import { parseYaml } from './parsed-frontmatter';
import { renamedHeadings } from './renamed-headings';
import { brokenRow } from './table-rows';

/** Longer JSON is not parsed, because that takes too long. */
const LONGEST_JSON = 2 * 1024 * 1024;

/**
 * What a change made worse, judged from both texts.
 * @param before empty if there was no note
 */
export function noticesOf(before: string, after: string, facts: ChangeFacts): readonly Notice[] {
  if (before === after) return [];
  const extension = facts.path.slice(facts.path.lastIndexOf('.')).toLowerCase();
  if (extension === '.canvas' || extension === '.base') return unparsable(before, after, extension);
  if (extension !== '.md') return [];
  const change = { before, after, ...changedRange(before, after) };
  const blocks = lazily(() => blocksIn(after));
  return [
    ...frontmatterNotices(change, facts),
    ...leftOpen(change, blocks),
    ...mixedLineBreaks(change),
    ...brokenTable(change, facts, blocks),
    ...behindComment(change),
    ...renamedHeadings(change, facts),
  ];
}

type Blocks = () => readonly HiddenPart[] | undefined;

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function unparsable(before: string, after: string, extension: '.canvas' | '.base'): Notice[] {
  const isJson = extension === '.canvas';
  const isBroken = isJson ? isNotJson : isNotYaml;
  if (!isBroken(after) || isBroken(before)) return [];
  const what = isJson ? 'JSON' : 'YAML';
  return [{ kind: 'not_parsable', text: `The file is not valid ${what} now, so Obsidian cannot show it.` }];
}

/** An empty file is a new canvas. */
function isNotJson(text: string): boolean {
  if (text.length > LONGEST_JSON || text.trim() === '') return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function isNotYaml(text: string): boolean {
  return text.length <= LONGEST_YAML && 'reason' in parseYaml(text);
}

function leftOpen({ before, after, start, oldEnd, end }: ChangedRange, blocks: Blocks): Notice[] {
  if (!hasMarks(after.slice(start, end)) && !hasMarks(before.slice(start, oldEnd))) return [];
  const last = blocks()?.at(-1);
  if (!last?.isOpen) return [];
  const old = blocksIn(before);
  // It was open already.
  if (!old || old.at(-1)?.isOpen) return [];
  // A new mark makes beginnings of all ends that follow, so that the last one is left open.
  const own = blocks()?.find((block) => block.start >= start && block.start < end) ?? last;
  const line = lineAt(after, own.start);
  const what = last.kind === 'fence' ? 'code block' : 'comment';
  const text = `A ${what} is left open and takes in all text to the end of the note: see line ${line}.`;
  return [{ kind: 'left_open', line, text }];
}

function mixedLineBreaks({ before, after, start, end }: ChangedRange): Notice[] {
  if (lineBreakAt(before, 0) !== '\r\n') return [];
  const at = bareLineFeed(after, start, end);
  if (at === undefined || bareLineFeed(before, 0, before.length) !== undefined) return [];
  const text = 'The note has CRLF line breaks, and the changed lines have LF.';
  return [{ kind: 'line_breaks_mixed', line: lineAt(after, at), text }];
}

function bareLineFeed(text: string, from: number, to: number): number | undefined {
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return at;
  }
  return undefined;
}

function brokenTable(change: ChangedRange, { mayRead }: ChangeFacts, blocks: Blocks): Notice[] {
  const found = brokenRow(change, (at) =>
    (blocks() ?? []).some((block) => block.start <= at && at < block.end),
  );
  if (!found) return [];
  const line = lineAt(change.after, found.at);
  const { link } = found;
  const quoted = mayRead
    ? ` ${link} splits its cell: write ${link.replace('|', '\\|')}.`
    : ' splits its cell: write \\|.';
  return [
    { kind: 'table_row', line, text: `Line ${line} is a row of a table, in which the | of a link${quoted}` },
  ];
}

/** Plugins such as Kanban and Excalidraw keep their settings in a comment at the end, and read nothing behind it. */
function behindComment({ before, after, start }: ChangedRange): Notice[] {
  const kept = before.trimEnd();
  if (!kept.endsWith('%%') || start < kept.lastIndexOf('\n') || !after.startsWith(kept)) return [];
  if (after.slice(kept.length).trim() === '') return [];
  const last = blocksIn(before)?.find((block) => block.end === kept.length);
  if (!last || !before.slice(last.start, last.end).includes('\n')) return [];
  const line = lineAt(after, kept.length) + 1;
  const text = `The text stands behind a comment that ends the note (line ${lineAt(before, last.start)}), where plugins such as Kanban keep their settings.`;
  return [
    { kind: 'behind_comment', line, text: `${text} To put it before that, edit the section it belongs to.` },
  ];
}
