import { FILE_OPTIONS, flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { tagsOfNote } from '../note-tags';
import { printRows } from '../rows';
import { chosenFile } from '../target';

/** Commands for tags. */
export const TAG_COMMANDS: readonly Command[] = [
  {
    name: 'tag',
    summary: 'Get tag info',
    options: [
      required('name', '<tag>', 'Tag name'),
      flag('total', 'Return occurrence count'),
      flag('verbose', 'Include file list and count'),
    ],
    run: showTag,
  },
  {
    name: 'tags',
    summary: 'List tags in the vault',
    options: [
      ...FILE_OPTIONS,
      parameter('sort', 'count', 'Sort by count (default: name)'),
      parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
      flag('total', 'Return tag count'),
      flag('counts', 'Include tag counts'),
      flag('active', 'Show tags for active file'),
    ],
    run: listTags,
  },
];

async function listTags(call: Call): Promise<string> {
  const counts = new Map<string, number>();
  for (const path of chosenNotes(call)) {
    for (const tag of await tagsOfNote(call.vault.read(path))) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  if (counts.size === 0) return 'No tags found.';
  if (call.flag('total')) return String(counts.size);
  const byName = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted = call.value('sort') === 'count' ? byName.sort(([, a], [, b]) => b - a) : byName;
  // Counts are strings in JSON too, and `total` wins over any format (observed on 1.14.1).
  const rows = sorted.map(([tag, count]) => (call.flag('counts') ? { tag, count: String(count) } : { tag }));
  return printRows(rows, call.value('format'));
}

/** Case-sensitive (observed on 1.12.7). */
async function showTag(call: Call): Promise<string> {
  const tag = `#${(call.value('name') ?? '').replace(/^#/, '')}`;
  const paths: string[] = [];
  let count = 0;
  for (const path of call.vault.notes()) {
    const here = (await tagsOfNote(call.vault.read(path))).filter((other) => other === tag).length;
    if (here > 0) paths.push(path);
    count += here;
  }
  if (count === 0) throw new Failure(`Error: Tag "${tag}" not found.`);
  if (call.flag('total')) return String(count);
  return [...(call.flag('verbose') ? [`${tag}\t${count}`] : []), ...paths].join('\n');
}

function chosenNotes(call: Call): readonly string[] {
  const path = chosenFile(call);
  return path === undefined ? call.vault.notes() : [path];
}
