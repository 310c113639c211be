import { FILE_OPTIONS, flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { tally } from '../link-graph';
import { tagsOfNote } from '../markdown/tags';
import { compare, sorted } from '../order';
import { printRows } from '../rows';
import { chosenFile } from '../target';
import { tagsOfVault } from '../vault-tags';

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

/** The tags of one note are listed as written. */
async function listTags(call: Call): Promise<string> {
  const path = chosenFile(call);
  const counts =
    path === undefined
      ? (await tagsOfVault(call.vault)).counts
      : tally(await tagsOfNote(call.vault.read(path)));
  if (call.flag('total')) return String(counts.size);
  if (counts.size === 0) return 'No tags found.';
  const byName = [...counts].sort(([a], [b]) => compare(a, b));
  const ordered = call.value('sort') === 'count' ? byName.sort(([, a], [, b]) => b - a) : byName;
  const rows = ordered.map(([tag, count]) => (call.flag('counts') ? { tag, count: String(count) } : { tag }));
  return printRows(rows, call.value('format'));
}

/**
 * The name must have the casing of the tag list. Lists the notes with exactly this tag, in any case, so none for a tag that
 * only has nested ones.
 */
async function showTag(call: Call): Promise<string> {
  const tag = `#${call.given('name').replace(/^#/, '')}`;
  const { counts, notes } = await tagsOfVault(call.vault);
  const count = counts.get(tag);
  if (count === undefined) throw new Failure(`Tag "${tag}" not found.`);
  if (call.flag('total')) return String(count);
  const paths = sorted(notes.get(tag.toLowerCase()) ?? []);
  return [...(call.flag('verbose') ? [`${tag}\t${count}`] : []), ...paths].join('\n');
}
