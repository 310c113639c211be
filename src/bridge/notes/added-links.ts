import { changedRange } from './changes/changed-lines';
import { blocksIn } from './hidden-parts';
import { MAX_CHANGED } from './notice';

/** Maximum links of one change that are examined. */
const MAX_LINKS = 1_000;

/**
 * What the wikilinks and embeds that a change added name, without heading, block and alias. Links in code and comments do not count.
 * @param before empty if there was no note
 */
export function addedLinks(before: string, after: string): ReadonlySet<string> {
  const { start, oldEnd, end } = changedRange(before, after);
  const now = after.slice(start, Math.min(end, start + MAX_CHANGED));
  const found = new Set<string>();
  if (!now.includes('[[')) return found;
  const blocks = (blocksIn(after) ?? []).filter((block) => block.start < end && block.end > start);
  let at = start;
  let next = 0;
  for (const line of now.split('\n')) {
    while ((blocks[next]?.end ?? Infinity) <= at) next += 1;
    if (!((blocks[next]?.start ?? Infinity) <= at + line.length)) {
      for (const target of targetsIn(line)) if (found.size < MAX_LINKS) found.add(target);
    }
    at += line.length + 1;
  }
  for (const line of before.slice(start, Math.min(oldEnd, start + MAX_CHANGED)).split('\n')) {
    for (const target of targetsIn(line)) found.delete(target);
  }
  return found;
}

/** What the links of a line name. */
function targetsIn(line: string): string[] {
  const targets: string[] = [];
  if (!line.includes('[[')) return targets;
  // Parts between backticks are code.
  for (const part of line.split('`').filter((_, index) => index % 2 === 0)) {
    for (let end = part.indexOf(']]'), from = 0; end >= 0; from = end + 2, end = part.indexOf(']]', from)) {
      const start = part.lastIndexOf('[[', end);
      if (start < from) continue;
      const target =
        part
          .slice(start + 2, end)
          .split(/[#|^\\]/, 1)[0]
          ?.trim() ?? '';
      if (target !== '' && target.length <= 200) targets.push(target);
    }
  }
  return targets;
}
