import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { readProperties, splitNote, textList } from '../markdown/frontmatter';
import { printProperty, typeOfValue } from '../property-value';
import { printFields, printRows } from '../rows';
import { chosenFile } from '../target';

/** Commands that list properties and aliases. */
export const PROPERTY_LIST_COMMANDS: readonly Command[] = [
  {
    name: 'aliases',
    summary: 'List aliases in the vault',
    options: [
      ...FILE_OPTIONS,
      flag('total', 'Return alias count'),
      flag('verbose', 'Include file paths'),
      flag('active', 'Show aliases for active file'),
    ],
    run: listAliases,
  },
  {
    name: 'properties',
    summary: 'List properties in the vault',
    options: [
      ...FILE_OPTIONS,
      parameter('name', '<name>', 'Get specific property count'),
      parameter('sort', 'count', 'Sort by count (default: name)'),
      parameter('format', 'yaml|json|tsv', 'Output format (default: yaml)'),
      flag('total', 'Return property count'),
      flag('counts', 'Include occurrence counts'),
      flag('active', 'Show properties for active file'),
    ],
    run: async (call) => {
      const path = chosenFile(call);
      return path === undefined ? listOfVault(call) : listOfNote(call, path);
    },
  },
];

/** A mapping in every format, while for the whole vault it is a list (observed on 1.12.7). */
async function listOfNote(call: Call, path: string): Promise<string> {
  const text = call.vault.read(path);
  const properties = await readProperties(text);
  if (!properties || properties.size === 0) return 'No frontmatter found.';
  if (call.flag('total')) return String(properties.size);
  const values = Object.fromEntries(properties);
  if (call.value('format') === 'json') return JSON.stringify(values);
  if (call.value('format') !== 'tsv') return splitNote(text).yaml?.trimEnd() ?? '';
  return printFields(Object.fromEntries([...properties].map(([name, value]) => [name, inOneLine(value)])));
}

function inOneLine(value: unknown): string {
  return printProperty(value).replaceAll('\n', ', ');
}

async function listOfVault(call: Call): Promise<string> {
  const found = new Map<string, { name: string; type: string; count: number }>();
  for (const path of call.vault.notes()) {
    for (const [name, value] of (await readProperties(call.vault.read(path))) ?? []) {
      const entry = found.get(name) ?? { name, type: typeOfValue(value), count: 0 };
      found.set(name, { ...entry, count: entry.count + 1 });
    }
  }
  const wanted = call.value('name');
  if (wanted !== undefined) return String(found.get(wanted)?.count ?? 0);
  if (found.size === 0) return 'No frontmatter found.';
  if (call.flag('total')) return String(found.size);
  const byName = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = call.value('sort') === 'count' ? byName.sort((a, b) => b.count - a.count) : byName;
  // Unlike those of tags and links, these counts are numbers (observed on 1.14.1).
  if (call.value('format') === 'json') return printRows(rows, 'json');
  // The layout of names and counts outside JSON is a guess.
  return rows.map(({ name, count }) => (call.flag('counts') ? `${name}\t${count}` : name)).join('\n');
}

async function listAliases(call: Call): Promise<string> {
  const chosen = chosenFile(call);
  const rows: { alias: string; file: string }[] = [];
  for (const file of chosen === undefined ? call.vault.notes() : [chosen]) {
    const properties = await readProperties(call.vault.read(file));
    const aliases = ['aliases', 'alias'].flatMap((name) => textList(properties?.get(name)));
    rows.push(...aliases.map((alias) => ({ alias, file })));
  }
  if (rows.length === 0) return 'No aliases found.';
  if (call.flag('total')) return String(rows.length);
  return rows.map(({ alias, file }) => (call.flag('verbose') ? `${alias}\t${file}` : alias)).join('\n');
}
