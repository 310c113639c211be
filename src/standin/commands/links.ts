import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { allLinks, linksOf, tally } from '../link-graph';
import { compare, sorted } from '../order';
import { printList, printRows } from '../rows';
import { targetFile } from '../target';

const FORMAT = parameter('format', 'json|tsv|csv', 'Output format (default: tsv)');

/** Commands about links between files. */
export const LINK_COMMANDS: readonly Command[] = [
  {
    name: 'backlinks',
    summary: 'List backlinks to a file',
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
    // The flag `all` has no effect: files of every kind are listed.
    options: [flag('total', 'Return dead-end count'), flag('all', 'Include non-markdown files')],
    run: (call) => {
      const resolved = allLinks(call.vault).filter(({ target }) => target !== undefined);
      const sources = new Set(resolved.map(({ source }) => source));
      return listWithout(call, sources, 'No dead-end files found.');
    },
  },
  {
    name: 'links',
    summary: 'List outgoing links from a file',
    corePlugin: 'outgoing-link',
    options: [...FILE_OPTIONS, flag('total', 'Return link count')],
    run: (call) => {
      const edges = linksOf(call.vault, targetFile(call));
      const lines = new Set(edges.map(({ name, target }) => target ?? `${name} (unresolved)`));
      // Sorted by code unit, unlike every other list.
      return printList([...lines].sort(), call.flag('total'), 'No links found.');
    },
  },
  {
    name: 'orphans',
    summary: 'List files with no incoming links',
    // The flag `all` has no effect: files of every kind are listed.
    options: [flag('total', 'Return orphan count'), flag('all', 'Include non-markdown files')],
    run: (call) => {
      const targets = new Set(allLinks(call.vault).map(({ target }) => target));
      return listWithout(call, targets, 'No orphan files found.');
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

/** The total counts links, not the files they are in. */
function listBacklinks(call: Call): string {
  const wanted = targetFile(call);
  const edges = allLinks(call.vault).filter(({ target }) => target === wanted);
  if (call.flag('total')) return String(edges.length);
  if (edges.length === 0) return 'No backlinks found.';
  const counts = [...tally(edges.map(({ source }) => source))].sort(([a], [b]) => compare(a, b));
  const rows = counts.map(([file, count]) =>
    call.flag('counts') ? { file, count: String(count) } : { file },
  );
  return printRows(rows, call.value('format'));
}

/** `verbose` adds the count, and the sources as one text in vault order. */
function listUnresolved(call: Call): string {
  const edges = allLinks(call.vault).filter(({ target }) => target === undefined);
  const counts = tally(edges.map(({ name }) => name));
  if (call.flag('total')) return String(counts.size);
  if (counts.size === 0) return 'No unresolved links found.';
  const rows = sorted(counts.keys()).map((link) => {
    const sources = edges.filter(({ name }) => name === link).map(({ source }) => source);
    const count = String(counts.get(link));
    if (call.flag('verbose')) return { link, count, sources: [...new Set(sources)].join(', ') };
    return call.flag('counts') ? { link, count } : { link };
  });
  return printRows(rows, call.value('format'));
}

function listWithout(call: Call, linked: ReadonlySet<string | undefined>, nothing: string): string {
  const files = call.vault.files().filter((path) => !linked.has(path));
  return printList(sorted(files), call.flag('total'), nothing);
}
