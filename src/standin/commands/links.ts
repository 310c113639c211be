import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { allLinks, linksOf, tally } from '../link-graph';
import { printRows } from '../rows';
import { targetFile } from '../target';

const FORMAT = parameter('format', 'json|tsv|csv', 'Output format (default: tsv)');

/** Commands about links between notes. */
export const LINK_COMMANDS: readonly Command[] = [
  {
    name: 'backlinks',
    summary: 'List backlinks to a file',
    corePlugin: 'backlink',
    options: [
      ...FILE_OPTIONS,
      flag('counts', 'Include link counts'),
      flag('total', 'Return backlink count'),
      FORMAT,
    ],
    run: listBacklinks,
  },
  {
    name: 'deadends',
    summary: 'List files with no outgoing links',
    options: [flag('total', 'Return dead-end count'), flag('all', 'Include non-markdown files')],
    run: (call) => {
      const sources = new Set(allLinks(call.vault).map(({ source }) => source));
      return listFiles(call, (path) => !sources.has(path), 'No dead-end files found.');
    },
  },
  {
    name: 'links',
    summary: 'List outgoing links from a file',
    options: [...FILE_OPTIONS, flag('total', 'Return link count')],
    run: listLinks,
  },
  {
    name: 'orphans',
    summary: 'List files with no incoming links',
    options: [flag('total', 'Return orphan count'), flag('all', 'Include non-markdown files')],
    run: (call) => {
      const edges = allLinks(call.vault).filter(({ source, target }) => source !== target);
      const targets = new Set(edges.map(({ target }) => target));
      return listFiles(call, (path) => !targets.has(path), 'No orphans found.');
    },
  },
  {
    name: 'unresolved',
    summary: 'List unresolved links in vault',
    options: [
      flag('total', 'Return unresolved link count'),
      flag('counts', 'Include link counts'),
      flag('verbose', 'Include source files'),
      FORMAT,
    ],
    run: listUnresolved,
  },
];

function listLinks(call: Call): string {
  const edges = linksOf(call.vault, targetFile(call));
  const lines = tally(edges.map(({ name, target }) => target ?? `${name} (unresolved)`)).map(
    ([line]) => line,
  );
  if (lines.length === 0) return 'No links found.';
  return call.flag('total') ? String(lines.length) : lines.join('\n');
}

function listBacklinks(call: Call): string {
  const wanted = targetFile(call);
  const sources = allLinks(call.vault)
    .filter(({ target }) => target === wanted)
    .map(({ source }) => source);
  const counted = tally(sources);
  if (counted.length === 0) return 'No backlinks found.';
  if (call.flag('total')) return String(counted.length);
  // Counts are strings in JSON too, and `total` wins over any format (observed on 1.14.1).
  const rows = counted.map(([file, count]) =>
    call.flag('counts') ? { file, count: String(count) } : { file },
  );
  return printRows(rows, call.value('format'));
}

function listUnresolved(call: Call): string {
  const edges = allLinks(call.vault).filter(({ target }) => target === undefined);
  const counted = tally(edges.map(({ name }) => name));
  if (counted.length === 0) return 'No unresolved links found.';
  if (call.flag('total')) return String(counted.length);
  const rows = counted.map(([link, count]) => ({
    link,
    ...(call.flag('counts') && { count: String(count) }),
    ...(call.flag('verbose') && { sources: sourcesOf(link, edges) }),
  }));
  return printRows(rows, call.value('format'));
}

/** One string even in JSON, joined by commas (observed on 1.14.1). */
function sourcesOf(link: string, edges: readonly { source: string; name: string }[]): string {
  return tally(edges.filter(({ name }) => name === link).map(({ source }) => source))
    .map(([source]) => source)
    .join(', ');
}

function listFiles(call: Call, isWanted: (path: string) => boolean, nothing: string): string {
  const files = (call.flag('all') ? call.vault.files() : call.vault.notes()).filter(isWanted);
  if (call.flag('total')) return String(files.length);
  return files.length > 0 ? files.join('\n') : nothing;
}
