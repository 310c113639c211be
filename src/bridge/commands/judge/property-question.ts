import { AS_WANTED, askFor, no, OTHER_WORDS, toEvidence, UNCHANGED, YES } from './evidence';
import type { Evidence, Questioning, QuestionReply } from './evidence';
import { changed, targetOf } from './note-question';

/** Whether the note was modified by the call, or else has the property with the value that was sent. */
export async function setProperty(call: Questioning): Promise<Evidence> {
  const note = await changed(call, targetOf(call.commandLine), 'modified');
  if (settles(note)) return note;
  const reply = await askProperty(call);
  const said = reply.kind === 'words' ? reply.text : reply.kind === 'no_answer' ? undefined : reply.words;
  const wanted = (call.commandLine.parameters.get('value') ?? '').trim();
  const items = wanted.split(',').map((item) => item.trim());
  if (said === wanted || said?.replace(/\r\n/g, '\n') === items.join('\n')) return AS_WANTED;
  if (reply.kind !== 'words') return toEvidence(reply);
  return note.kind === 'unchanged' ? UNCHANGED : OTHER_WORDS;
}

/** Whether the note was modified by the call, or else has no such property. */
export async function removedProperty(call: Questioning): Promise<Evidence> {
  const note = await changed(call, targetOf(call.commandLine), 'modified');
  if (settles(note)) return note;
  const name = call.commandLine.parameters.get('name') ?? '';
  const reply = await askProperty(call);
  switch (reply.kind) {
    case 'words':
      // A program that answers everything in its own words shows nothing.
      return call.stdout.trim() === '' ? no('The property is still there.') : OTHER_WORDS;
    case 'failed': {
      // "Property not found", in whatever words.
      const isGone = /not found/i.test(reply.words) && reply.words.includes(name);
      return isGone && reply.code === 'cli_failed' ? AS_WANTED : toEvidence(reply);
    }
    case 'missing':
    case 'no_answer':
      return toEvidence(reply);
  }
}

/** Whether nothing needs to be asked about the property itself. */
function settles(note: Evidence): boolean {
  return note.kind === 'yes' || (note.kind === 'no' && note.code === 'file_not_found');
}

/** Asks for a property of the note. */
async function askProperty(call: Questioning): Promise<QuestionReply> {
  const parameters = new Map(targetOf(call.commandLine));
  parameters.set('name', call.commandLine.parameters.get('name') ?? '');
  return askFor(call, 'property:read', parameters);
}

/** The property's value in the note's frontmatter, compared with what was printed: several lines for a list. */
export async function isPropertyValue(call: Questioning): Promise<Evidence> {
  const name = call.commandLine.parameters.get('name') ?? '';
  const target = targetOf(call.commandLine);
  const reply = await askProperties(call, target.size === 0 ? ['active'] : []);
  if (reply.kind !== 'json') return reply;
  if (typeof reply.value !== 'object' || reply.value === null || Array.isArray(reply.value))
    return OTHER_WORDS;
  const value = Object.entries(reply.value).find(([key]) => key === name)?.[1] as unknown;
  const words = call.stdout.trim();
  if (value === undefined) return no(words || `There is no "${name}".`);
  const items = [value]
    .flat()
    .map((item) => (typeof item === 'string' ? item : item === null ? '' : JSON.stringify(item)));
  return items.join('\n').trim() === words ? YES : OTHER_WORDS;
}

/** Whether the one line that was printed is about a property that there is. */
export async function isPropertyList(call: Questioning): Promise<Evidence> {
  const reply = await askProperties(call, call.commandLine.flags);
  if (reply.kind !== 'json') return reply;
  const { value } = reply;
  const names = Array.isArray(value) ? value.map(nameOf) : Object.keys(value ?? {});
  const words = call.stdout.trim();
  const isAbout = (name: string): boolean => name !== '' && /^(?:$|[:\t ])/.test(rest(words, name));
  return (words === '' ? names.length === 0 : names.some(isAbout)) ? YES : no(words);
}

/** What follows the name in the line; something else where the line does not begin with it. */
function rest(line: string, name: string): string {
  return line.startsWith(name) ? line.slice(name.length) : '?';
}

/** The name of a property in the list of all. */
function nameOf(item: unknown): string {
  const isNamed = typeof item === 'object' && item !== null && 'name' in item;
  return isNamed && typeof item.name === 'string' ? item.name : '';
}

async function askProperties(
  call: Questioning,
  flags: readonly string[],
): Promise<Evidence | { readonly kind: 'json'; readonly value: unknown }> {
  const parameters = new Map([...targetOf(call.commandLine), ['format', 'json']]);
  const reply = await askFor(call, 'properties', parameters, flags);
  if (reply.kind !== 'words') return toEvidence(reply);
  if (/^No (?:frontmatter|properties) found\.$/.test(reply.text)) return { kind: 'json', value: {} };
  try {
    return { kind: 'json', value: JSON.parse(reply.text) as unknown };
  } catch {
    return OTHER_WORDS;
  }
}
