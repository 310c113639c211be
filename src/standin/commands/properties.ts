import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { readProperties, splitNote, textList } from '../markdown/frontmatter';
import { compare, sorted } from '../order';
import { assignedType } from '../property-types';
import { printProperty, typeOfValue } from '../property-value';
import { printJson, printList, printRows } from '../rows';
import { chosenFile } from '../target';

const NOTHING = 'No frontmatter found.';

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

/** For one note, `total`, `counts`, `sort` and `name` have no effect. */
async function listOfNote(call: Call, path: string): Promise<string> {
  const text = call.vault.read(path);
  const properties = await readProperties(text);
  if (!properties || properties.size === 0) return NOTHING;
  if (call.value('format') === 'json') return printJson(Object.fromEntries(properties));
  if (call.value('format') !== 'tsv') return splitNote(text).yaml?.trimEnd() ?? '';
  const filled = [...properties].filter(([, value]) => value !== null);
  return printRows(
    filled.map(([name, value]) => ({ name, value: printProperty(value, ', ') })),
    'tsv',
  );
}

interface Property {
  readonly name: string;
  readonly type: string;
  readonly count: number;
}

/** Only the JSON format differs, and its count is a number. */
async function listOfVault(call: Call): Promise<string> {
  const found = await propertiesOf(call);
  const wanted = call.value('name');
  if (wanted !== undefined) {
    const count = found.get(wanted.toLowerCase())?.count;
    if (count === undefined) throw new Failure(`Property "${wanted}" not found.`);
    return String(count);
  }
  const byName = [...found.values()].sort((a, b) => compare(a.name, b.name));
  const rows = call.value('sort') === 'count' ? byName.sort((a, b) => b.count - a.count) : byName;
  if (rows.length > 0 && !call.flag('total') && call.value('format') === 'json') return printJson(rows);
  const lines = rows.map(({ name, count }) => (call.flag('counts') ? `${name}\t${count}` : name));
  return printList(lines, call.flag('total'), NOTHING);
}

/** The properties of all notes, by lowercase name. */
async function propertiesOf({ vault }: Call): Promise<Map<string, Property>> {
  const found = new Map<string, Property>();
  for (const path of vault.notes()) {
    for (const [name, value] of (await readProperties(vault.read(path))) ?? []) {
      const type = assignedType(vault, name) ?? typeOfValue(value);
      const entry = found.get(name.toLowerCase()) ?? { name, type, count: 0 };
      found.set(name.toLowerCase(), { ...entry, count: entry.count + 1 });
    }
  }
  return found;
}

async function listAliases(call: Call): Promise<string> {
  const chosen = chosenFile(call);
  const files = new Map<string, string[]>();
  for (const file of chosen === undefined ? call.vault.notes() : [chosen]) {
    const properties = await readProperties(call.vault.read(file));
    for (const alias of ['aliases', 'alias'].flatMap((name) => textList(properties?.get(name)))) {
      files.set(alias, [...(files.get(alias) ?? []), file]);
    }
  }
  const lines = sorted(files.keys()).map((alias) => {
    return call.flag('verbose') ? `${alias}\t${sorted(files.get(alias) ?? []).join(', ')}` : alias;
  });
  return printList(lines, call.flag('total'), 'No aliases found.');
}
