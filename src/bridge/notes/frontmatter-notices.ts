import { isScalar, isSeq, visit } from 'yaml';
import { shorten } from '../text/printable';
import { fixFor } from './frontmatter-fix';
import { lineAt } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';
import { frontmatterPlace, isProblem, parseFrontmatter } from './parsed-frontmatter';
import type {
  FrontmatterPlace,
  FrontmatterProblem,
  ParsedFrontmatter,
  PropertyLines,
} from './parsed-frontmatter';
import { kindChange, kindChangeInWords } from './property-kind';
import { whyNoTag, writtenTags } from './written-tags';

/** Longer YAML is not judged, because parsing it takes too long. */
export const LONGEST_YAML = 50_000;
/** Properties or tags that are named. */
const MAX_NAMED = 5;
const NAME_CHARS = 60;
const FIX_CHARS = 200;

const FIRST_LINE = /^\uFEFF?---[ \t]*\r?\n/;
const PROPERTY_LINE = /^[^\s:#-][^:\n]{0,100}:(?:\s|$)/;
const NO_PROPERTIES = 'so Obsidian shows no properties';

/** What a change made worse in one property, which begins in this line. */
type NoticesOf = (property: PropertyLines, line: number) => Notice[];

/** What a change made worse in the frontmatter of a note. */
export function frontmatterNotices(change: ChangedRange, facts: ChangeFacts): Notice[] {
  const { before, after, start } = change;
  const old = frontmatterPlace(before);
  const now = frontmatterPlace(after);
  if (!now) return withoutEnd(change, old);
  if (!old && facts.property && (hasNoEnd(before) || isBelowBlank(before))) return [aboveOld(before)];
  if (old && start >= old.end && start >= now.end) return secondFrontmatter(change, old, now);
  if (now.end > LONGEST_YAML || (old && old.end > LONGEST_YAML)) return [];
  const was = parseFrontmatter(before);
  const is = parseFrontmatter(after);
  if (isProblem(is)) return isProblem(was) ? [] : [notYaml(after, is, facts)];
  if (!is || isProblem(was)) return [];
  const lines = lineNumbers(after, is);
  const inProperties = (noticesOf: NoticesOf): Notice[] =>
    is.properties.flatMap((each, index) => noticesOf(each, lines[index] ?? 1)).slice(0, MAX_NAMED);
  return [
    ...(was ? inProperties(changedKinds(was, facts)) : []),
    ...(was ? rewrittenOthers(change, was, is, facts) : []),
    ...inProperties(noTags(was, facts)),
    ...inProperties(bareLinks(was, facts)),
  ];
}

/** A note whose frontmatter is not closed. */
function withoutEnd(change: ChangedRange, old: FrontmatterPlace | undefined): Notice[] {
  const { before, after, start, oldEnd, end } = change;
  const first = FIRST_LINE.exec(after.slice(0, 200))?.[0];
  if (first !== undefined) {
    const isNew = !FIRST_LINE.test(before.slice(0, 200));
    if (old) return [frontmatterNotice(1, `The closing --- of the frontmatter is gone, ${NO_PROPERTIES}.`)];
    if (!isNew || !hasNoEnd(after)) return [];
    return [frontmatterNotice(1, `The frontmatter has no closing ---, ${NO_PROPERTIES}.`)];
  }
  if (!old && isBelowBlank(after) && !isBelowBlank(before))
    return [frontmatterNotice(1, `There is an empty line above the frontmatter, ${NO_PROPERTIES}.`)];
  if (!old) return [];
  if (start === 0 && oldEnd === 0 && end > 0)
    return [frontmatterNotice(1, `There is text above the frontmatter now, ${NO_PROPERTIES}.`)];
  return isUnmarked(change, old)
    ? [frontmatterNotice(1, `The --- lines around the frontmatter are gone, ${NO_PROPERTIES}.`)]
    : [];
}

/** A property that was set in new frontmatter, because Obsidian does not read that of the note. */
function aboveOld(before: string): Notice {
  const why = hasNoEnd(before) ? 'it has no closing ---' : 'there is an empty line above it';
  const text = `The frontmatter that the note had is plain text to Obsidian, because ${why}: the property is in new frontmatter above it.`;
  return frontmatterNotice(1, text);
}

/** New text right behind the frontmatter that would be frontmatter itself at the start of a note. */
function secondFrontmatter(
  { before, after }: ChangedRange,
  old: FrontmatterPlace,
  now: FrontmatterPlace,
): Notice[] {
  if (!beginsWithFrontmatter(after, now.end) || beginsWithFrontmatter(before, old.end)) return [];
  const text =
    'The note already has frontmatter, so the properties in the new text are plain text: property:set sets them one by one.';
  return [frontmatterNotice(lineAt(after, now.end), text)];
}

function beginsWithFrontmatter(text: string, from: number): boolean {
  const body = text.slice(from, from + LONGEST_YAML).trimStart();
  const first = FIRST_LINE.exec(body.slice(0, NAME_CHARS))?.[0];
  return (
    first !== undefined &&
    PROPERTY_LINE.test(body.slice(first.length, first.length + NAME_CHARS * 2)) &&
    frontmatterPlace(body) !== undefined
  );
}

/** Whether a note still has the first property of its frontmatter, but no line that begins it. */
function isUnmarked({ before, after }: ChangedRange, old: FrontmatterPlace): boolean {
  const first = before
    .slice(old.start, old.yamlEnd)
    .split('\n')
    .find((line) => PROPERTY_LINE.test(line));
  return (
    first !== undefined &&
    after
      .slice(0, old.end + NAME_CHARS)
      .split('\n')
      .includes(first)
  );
}

/** Whether a note begins with what would be frontmatter if it had a closing `---`. */
export function hasNoEnd(text: string): boolean {
  const first = FIRST_LINE.exec(text.slice(0, 200))?.[0];
  if (first === undefined || frontmatterPlace(text)) return false;
  return PROPERTY_LINE.test(text.slice(first.length, first.length + NAME_CHARS * 2));
}

/** Whether a note begins with blank lines, and then with what would be frontmatter. */
function isBelowBlank(text: string): boolean {
  const start = text.search(/[^\uFEFF\s]/);
  if (start < 1 || !text.slice(0, start).includes('\n')) return false;
  return beginsWithFrontmatter(text, start);
}

function notYaml(after: string, problem: FrontmatterProblem, { mayRead }: ChangeFacts): Notice {
  const fix = mayRead ? fixFor(after, problem) : undefined;
  const isShort = fix && fix.old.length + fix.new.length <= FIX_CHARS;
  const how = isShort
    ? ` An edit with old ${JSON.stringify(fix.old)} and new ${JSON.stringify(fix.new)} fixes it.`
    : '';
  const what = `The frontmatter cannot be read now, ${NO_PROPERTIES}`;
  return frontmatterNotice(problem.line, `${what}: line ${problem.line}, ${problem.reason}.${how}`);
}

function frontmatterNotice(line: number, text: string): Notice {
  return { kind: 'frontmatter', line, text };
}

function changedKinds(was: ParsedFrontmatter, { property, mayRead }: ChangeFacts): NoticesOf {
  // In quotes they are the text that was meant.
  const links = new Set(was.properties.filter(hasBareLink).map(({ name }) => name));
  return ({ name, value }, line) => {
    const isMeant = (property?.hasType === true && property.name === name) || links.has(name);
    const change =
      isMeant || !Object.hasOwn(was.values, name) ? undefined : kindChange(was.values[name], value);
    if (!change) return [];
    const what = mayRead ? `"${shorten(name, NAME_CHARS)}"` : 'a property';
    return [{ kind: 'kind_changed', line, text: `Line ${line}: ${what} ${kindChangeInWords(change)}.` }];
  };
}

/** Other properties that are written differently after a property was set or removed, and comments that are gone. */
function rewrittenOthers(
  { before, after }: ChangedRange,
  was: ParsedFrontmatter,
  is: ParsedFrontmatter,
  { property, mayRead }: ChangeFacts,
): Notice[] {
  if (!property) return [];
  const old = writtenProperties(before, was);
  const now = writtenProperties(after, is);
  const changed = [...old].filter(([name, lines]) => name !== property.name && now.get(name) !== lines);
  const kept = new Set(commentsOf(after, is));
  const lost = commentsOf(before, was).filter((comment) => !kept.has(comment)).length;
  if (changed.length === 0 && lost === 0) return [];
  const named = changed.slice(0, MAX_NAMED).map(([name, lines]) => {
    const [from, to] = [lines, now.get(name) ?? 'nothing'].map((each) => shorten(each, NAME_CHARS));
    return `from ${from ?? ''} to ${to ?? ''}`.replaceAll('\n', ' ');
  });
  const more = changed.length > MAX_NAMED ? [`${changed.length - MAX_NAMED} more`] : [];
  const parts = [
    ...(changed.length === 0
      ? []
      : [countOf(changed.length, 'other property is', 'other properties are') + ' written differently']),
    ...(lost === 0 ? [] : [countOf(lost, 'comment is', 'comments are') + ' gone']),
  ];
  const list = mayRead && named.length > 0 ? `: ${[...named, ...more].join('; ')}` : '';
  const text = `The frontmatter was rewritten, and ${parts.reverse().join(', and ')}${list}.`;
  return [{ kind: 'others_rewritten', text }];
}

/** The lines of each property, whatever their line breaks. */
function writtenProperties(text: string, { properties }: ParsedFrontmatter): ReadonlyMap<string, string> {
  return new Map(
    properties.map(({ name, start, end }) => [name, text.slice(start, end).replaceAll('\r', '').trimEnd()]),
  );
}

/** The lines that are comments. A line of a multi-line text is not one, whatever it begins with. */
function commentsOf(text: string, { start, yamlEnd, properties }: ParsedFrontmatter): string[] {
  const yaml = text.slice(start, yamlEnd);
  const inTexts = new Set<number>();
  for (const { node } of properties) {
    if (!node) continue;
    visit(node, {
      Scalar: (_, { range }) => {
        const [from, to] = range ?? [0, 0];
        for (let at = yaml.indexOf('\n', from); at >= 0 && at < to; at = yaml.indexOf('\n', at + 1))
          inTexts.add(at + 1);
      },
    });
  }
  let next = 0;
  return yaml
    .split('\n')
    .filter((line) => {
      const at = next;
      next += line.length + 1;
      return !inTexts.has(at);
    })
    .map((line) => line.trim())
    .filter((line) => line.startsWith('#'));
}

function countOf(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Tags that Obsidian does not recognize. */
function noTags(was: ParsedFrontmatter | undefined, { mayRead }: ChangeFacts): NoticesOf {
  const old = new Set((was?.properties ?? []).flatMap(writtenTags));
  return (property, line) =>
    writtenTags(property).flatMap((tag): Notice[] => {
      const why = old.has(tag) ? undefined : whyNoTag(tag);
      if (why === undefined) return [];
      const what = mayRead ? `"${shorten(tag, NAME_CHARS)}"` : 'one of the tags';
      const text = `Line ${line}: Obsidian does not accept ${what} as a tag, because ${why}.`;
      return [{ kind: 'no_tag', line, text }];
    });
}

/** Links without quotes, which YAML reads as a list in a list. */
function bareLinks(was: ParsedFrontmatter | undefined, { mayRead }: ChangeFacts): NoticesOf {
  const old = new Set((was?.properties ?? []).filter(hasBareLink).map(({ name }) => name));
  return (property, line) => {
    if (old.has(property.name) || !hasBareLink(property)) return [];
    const what = mayRead ? `"${shorten(property.name, NAME_CHARS)}"` : 'a property';
    const text = `Line ${line}: a link in ${what} is not in quotes, so Obsidian reads it as a list, not as a link: write "[[...]]".`;
    return [{ kind: 'bare_link', line, text }];
  };
}

function hasBareLink({ node }: PropertyLines): boolean {
  const isBare = (value: unknown): boolean => {
    if (!isSeq(value) || value.flow !== true || value.items.length !== 1) return false;
    const [inner] = value.items;
    return (
      isSeq(inner) &&
      inner.flow === true &&
      inner.items.some((item) => isScalar(item) && item.type === 'PLAIN')
    );
  };
  return isBare(node) || (isSeq(node) && node.items.some(isBare));
}

/** The line in the note of each property. */
function lineNumbers(text: string, { properties }: ParsedFrontmatter): number[] {
  let line = 1;
  let at = 0;
  return properties.map(({ start }) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < start; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  });
}
