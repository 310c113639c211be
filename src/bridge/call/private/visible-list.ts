import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import type { PathForm } from '../../commands/records/command-record';
import { isObject } from '../../text/json';
import { linesIn } from '../../text/path-list';
import type { Call } from '../call';
import { asksForJson } from '../judge/verdict';
import { withoutHidden } from './hidden-place';
import { visibleTemplates } from './visible-templates';

/** A list of paths from which the bridge takes out what is private. */
export interface VisibleList {
  /** What is asked of the program: without what the bridge does itself. */
  readonly line: CommandLine;
  /** What the caller gets of the program's output; undefined if that cannot be read. */
  readonly cut: (stdout: string) => Promise<string | undefined>;
}

/** The list that a call has the program print, if something is private to its caller. */
export function visibleList(call: Call, command: Command, line: CommandLine): VisibleList | undefined {
  const { reveals } = command;
  if (!call.hasPrivate || typeof reveals !== 'object' || reveals.paths === 'own') return undefined;
  const { asked, read } = FORMS[reveals.paths];
  const total = isOn(line, TOTAL);
  const cut = async (stdout: string): Promise<string | undefined> => {
    const isNothing = command.nothing?.sentences.includes(stdout.trim()) === true;
    const items = isNothing ? [] : await read(stdout, call, line);
    if (!items) return undefined;
    const count = items.reduce((sum, { weight = 1 }) => sum + weight, 0);
    const isJson = asksForJson(line) || line.flags.includes(JSON_FORMAT);
    if (total) return `${isJson && reveals.paths === 'found' ? JSON.stringify({ total: count }) : count}\n`;
    if (items.length === 0) return (command.nothing?.sentences ?? []).slice(0, 1).map(ended).join('');
    return ended(printed(reveals.paths, limited(items, line), line, isJson));
  };
  return { line: withOnly(command, line, asked), cut };
}

const TOTAL = 'total';
const COUNTS = 'counts';
const JSON_FORMAT = 'json';

/** One item of a list that is not private. */
interface ListItem {
  readonly path: string;
  /** How many it counts for in a total; 1 if absent. */
  readonly weight?: number;
  readonly hits?: readonly Hit[];
}

interface Hit {
  readonly line: number;
  readonly text: string;
}

interface ListForm {
  /** Has the program print all that is needed, in a form that can be read without doubt. */
  readonly asked: 'lines' | 'json' | 'json_counts';
  /** Reads what is not private; undefined if it cannot be read. */
  readonly read: (stdout: string, call: Call, line: CommandLine) => Promise<readonly ListItem[] | undefined>;
}

const NOWHERE = / \(unresolved\)$/;

const FORMS: Readonly<Record<Exclude<PathForm, 'own'>, ListForm>> = {
  lines: { asked: 'lines', read: (stdout, { hides }) => pathsIn(stdout, (path) => !hides(path)) },
  // What leads nowhere would tell whether a private note has that name.
  links: {
    asked: 'lines',
    read: (stdout, { hides }) => pathsIn(stdout, (path) => !hides(path) && !NOWHERE.test(path)),
  },
  templates: {
    asked: 'lines',
    read: async (stdout, call) => {
      const names = new Set(await visibleTemplates(call));
      return pathsIn(stdout, (name) => names.has(name.normalize()));
    },
  },
  // What a note says would come through a link on disk, too.
  found: {
    asked: 'json',
    read: async (stdout, call) => {
      const found = listIn(stdout)?.flatMap((path) => (typeof path === 'string' ? [{ path }] : []));
      return found && publicOnly(call, found);
    },
  },
  hits: {
    asked: 'json',
    read: async (stdout, call) => {
      const found = listIn(stdout)?.flatMap((note): ListItem[] => {
        const { file, matches } = isObject(note) ? note : {};
        if (typeof file !== 'string' || !Array.isArray(matches)) return [];
        return [{ path: file, hits: matches.filter(isHit) }];
      });
      return found && publicOnly(call, found);
    },
  },
  sources: {
    asked: 'json_counts',
    read: async (stdout, call) => {
      const found = listIn(stdout)?.flatMap((row): ListItem[] => {
        const { file, count } = isObject(row) ? row : {};
        return typeof file === 'string' ? [{ path: file, weight: Number(count) }] : [];
      });
      return found && publicOnly(call, found);
    },
  },
};

function isHit(hit: unknown): hit is Hit {
  return isObject(hit) && typeof hit['line'] === 'number' && typeof hit['text'] === 'string';
}

async function pathsIn(stdout: string, isWanted: (line: string) => boolean): Promise<readonly ListItem[]> {
  const lines = await linesIn(stdout, (line) => line !== '' && isWanted(line));
  return lines.map((line) => ({ path: line.replace(/\r$/, '') }));
}

function listIn(stdout: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(stdout);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The call with its documented parameters and flags alone, but for those that the bridge carries out. */
function withOnly(command: Command, line: CommandLine, asked: ListForm['asked']): CommandLine {
  const own = asked === 'lines' ? [] : ['format', 'limit'];
  const known = command.parameters.map(({ name }) => name).filter((name) => !own.includes(name));
  const parameters = new Map([...line.parameters].filter(([name]) => known.includes(name)));
  if (asked !== 'lines') parameters.set('format', JSON_FORMAT);
  const flags = command.flags
    .map(({ name }) => name)
    .filter((name) => name !== TOTAL && (isOn(line, name) || (asked === 'json_counts' && name === COUNTS)));
  return { ...line, parameters, flags };
}

/** Whether a flag is on. The program takes a parameter of its name for it, unless that is empty. */
function isOn({ flags, parameters }: CommandLine, name: string): boolean {
  return flags.includes(name) || (parameters.get(name) ?? '') !== '';
}

function limited(items: readonly ListItem[], { parameters }: CommandLine): readonly ListItem[] {
  const limit = parseInt(parameters.get('limit') ?? '', 10);
  return limit > 0 ? items.slice(0, limit) : items;
}

/** The items as the program prints them. */
function printed(form: PathForm, items: readonly ListItem[], line: CommandLine, isJson: boolean): string {
  const paths = items.map(({ path }) => path);
  if (form === 'found' && isJson) return JSON.stringify(paths);
  if (form === 'hits') {
    if (isJson) return JSON.stringify(items.map(({ path: file, hits: matches }) => ({ file, matches })));
    return items
      .flatMap(({ path, hits = [] }) =>
        hits.length > 0 ? hits.map(({ line: number, text }) => `${path}:${number}: ${text}`) : [path],
      )
      .join('\n');
  }
  if (form !== 'sources') return paths.join('\n');
  const rows = items.map(({ path: file, weight }) =>
    isOn(line, COUNTS) ? { file, count: String(weight) } : { file },
  );
  if (isJson) return JSON.stringify(rows, undefined, 2);
  const separator = line.parameters.get('format') === 'csv' ? ',' : '\t';
  return rows
    .map((row) =>
      Object.values(row)
        .map((cell) => quoted(cell, separator))
        .join(separator),
    )
    .join('\n');
}

/** The items that a client may see by their path, and by what a link on disk leads to. */
function publicOnly(call: Call, items: readonly ListItem[]): Promise<readonly ListItem[]> {
  return withoutHidden(call, items, ({ path }) => path);
}

/** A cell of a table, in quotes where it would end otherwise. */
function quoted(cell: string, separator: string): string {
  return ['"', '\n', '\r', separator].some((part) => cell.includes(part))
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

function ended(text: string): string {
  return `${text}\n`;
}
