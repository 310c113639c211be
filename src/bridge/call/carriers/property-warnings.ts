import type { CommandLine } from '../../cli/command-line';
import { jsonList, listMeant } from '../guards/property-value';
import { shorten } from '../../text/shorten';
import { frontmatterEnd } from '../../notes/frontmatter';
import { propertiesOf, PROPERTY } from '../../notes/properties';

/** Maximum characters of a property's name, and number of names, in a warning. */
const NAME_CHARS = 200;
const MAX_NAMES = 10;
/** Properties that Obsidian expects to be lists. */
const LISTS: ReadonlySet<string> = new Set(['tags', 'aliases', 'cssclasses']);

/**
 * Warns if `property:set` wrote one text to a property that was a list, or that Obsidian expects to be one.
 * @param before the note before the change, if known
 */
export function listWarning({ parameters }: CommandLine, before = ''): string | undefined {
  const name = parameters.get('name') ?? '';
  const value = parameters.get('value');
  if (value === undefined || (parameters.get('type') ?? '') !== '' || jsonList(value)) return undefined;
  const wasList = isList(propertiesOf(before).get(name) ?? '');
  if (!wasList && !LISTS.has(name.toLowerCase())) return undefined;
  const what = `"${shorten(name, NAME_CHARS)}" ${wasList ? 'was' : 'should be'} a list, and now it is one text`;
  return `${what}. For a list, send a JSON array such as ${listMeant(value)}.`;
}

/**
 * Warns about comments that are gone and other properties that are written differently after a change, because the program
 * rewrites the whole frontmatter.
 * @param before the note before the change, if known
 * @param after the note after it, if known
 */
export function rewrittenWarning(
  { parameters }: CommandLine,
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const own = parameters.get('name') ?? '';
  const now = propertiesOf(after);
  const names = [...propertiesOf(before)].filter(([name, lines]) => name !== own && now.get(name) !== lines);
  const listed = names.slice(0, MAX_NAMES).map(([name]) => `"${name}"`);
  const list = [...listed, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
  const kept = commentsOf(after);
  const changes = [
    ...(commentsOf(before).every((comment) => kept.includes(comment)) ? [] : ['its comments are gone']),
    ...(names.length === 0 ? [] : [`other properties are now written differently: ${list}`]),
  ];
  if (changes.length === 0) return undefined;
  return `The Obsidian CLI rewrote the frontmatter, and ${changes.join(', and ')}.`;
}

/** The lines of the frontmatter that are comments. */
function commentsOf(text: string): readonly string[] {
  return text
    .slice(0, frontmatterEnd(text))
    .split('\n')
    .filter((line) => /^\s*#/.test(line));
}

/** Whether the lines of a property are a list. */
function isList(lines: string): boolean {
  const [first = '', second = ''] = lines.split('\n');
  const value = first.replace(PROPERTY, '').trim();
  return value.startsWith('[') || (value === '' && /^\s*-(?:\s|$)/.test(second));
}
