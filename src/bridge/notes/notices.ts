import { behindComment, regroupedBlocks, underlinedText } from './block-notices';
import { changedRange } from './changes/changed-lines';
import { frontmatterNotices, LONGEST_YAML } from './frontmatter-notices';
import { blocksIn } from './hidden-parts';
import { lineBreakAt } from './line-breaks';
import { lostBlockIds } from './lost-block-ids';
import { lineAt } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';
import { parseYaml } from './parsed-frontmatter';
import { renamedHeadings } from './renamed-headings';
import { tableNotices } from './table-rows';

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
    ...regroupedBlocks(change, blocks),
    ...mixedLineBreaks(change),
    ...tableNotices(change, facts, blocks),
    ...behindComment(change),
    ...underlinedText(change, blocks),
    ...renamedHeadings(change, facts),
    ...lostBlockIds(change, facts),
  ];
}

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
