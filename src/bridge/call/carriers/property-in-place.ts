import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import { frontmatterEnd } from '../../notes/frontmatter';
import type { NoteStore } from '../../notes/note-store';
import { isProblem, parseFrontmatter } from '../../notes/parsed-frontmatter';
import type { ParsedFrontmatter } from '../../notes/parsed-frontmatter';
import { jsonList, kindOf, meantValue, valueOfType } from '../../notes/property-kind';
import { revisionOf, revisionOfLong } from '../../notes/revision';
import { wouldRewrite, writeProperty } from '../../notes/write-property';
import { extensionOf } from '../../text/file-types';
import { lowercase } from '../../text/path-list';
import { shorten } from '../../text/printable';
import type { Call } from '../call';
import { listMeant } from '../guards/property-value';
import { changeNote } from '../note/change-note';
import { missingNote } from '../note/locate';
import { foldersOf, requireTypes } from '../key-folders';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireWorking } from '../run-program';
import { invalidFrontmatter } from './unreadable-frontmatter';

/** Longer frontmatter is left to the program, because reading it takes too long. */
const LONGEST_READ = 100 * 1024;
/** Maximum characters of a property's name in a warning. */
const NAME_CHARS = 200;
/** Properties that Obsidian expects to be lists. */
const LISTS: ReadonlySet<string> = new Set(['tags', 'aliases', 'cssclasses']);

/**
 * Sets or removes one property in the note store, where the program would change more of the note than that.
 * @param before the text of the note
 * @returns undefined, with nothing changed, if the program is to do it
 * @throws BridgeError `invalid_frontmatter`
 */
export async function setInPlace(
  call: Call,
  store: NoteStore,
  path: string,
  before: string,
): Promise<Outcome | undefined> {
  if (extensionOf(path) !== 'md' || frontmatterEnd(before) > LONGEST_READ) return undefined;
  const frontmatter = parseFrontmatter(before);
  if (isProblem(frontmatter)) throw invalidFrontmatter(call, path, { text: before, problem: frontmatter });
  // The program would give the property a type in the whole vault.
  const mustPlace = foldersOf(call) !== undefined;
  if (!mustPlace && !wouldRewrite(before, frontmatter)) return undefined;
  const values = frontmatter?.values ?? {};
  const name = call.parameter('name') ?? '';
  const wanted = wantedValue(call, valueOf(values, name));
  if (!wanted || !('text' in writeProperty(before, name, wanted.value))) return undefined;
  await requireWorking(call);
  const text = await changeNote(call, store, path, (now) => {
    const written = writeProperty(now, name, wanted.value);
    if ('text' in written) return written.text;
    throw BridgeError.of('revision_conflict', {
      path,
      revision: revisionOf(now),
      wanted: revisionOf(before),
    });
  });
  if (text === undefined) throw await missingNote(call);
  const words = isRemoval(call.command)
    ? `Removed: ${name}`
    : `Set ${name}: ${call.parameter('value') ?? ''}`;
  const data = { path, carrier: 'in_place', revision: await revisionOfLong(text) };
  return done(
    words,
    data,
    isRemoval(call.command) ? removalWarnings(call, values) : setWarnings(call, values),
  );
}

/**
 * Has the program keep the kind of the value in the note, which it does only with a type.
 * @param before the text of the note, if known
 * @returns what the caller should know once the program has set the property
 */
export function keepKind(call: Call, before: string | undefined): readonly string[] {
  const values = valuesIn(before);
  if (isRemoval(call.command)) return removalWarnings(call, values);
  const { line } = call;
  const [name, text] = [call.parameter('name') ?? '', call.parameter('value') ?? ''];
  const old = valueOf(values, name);
  const warnings = setWarnings(call, values);
  if (foldersOf(call)) return [...warnings, ...withoutType(call, text)];
  const type = call.parameter('type') ?? '';
  if (type !== '') return call.addedParameters.has('type') ? [...warnings, typeOfAll(name, type)] : warnings;
  const { kind } = meantValue(text, old);
  if (kind === 'list') return kindOf(old) === 'list' ? warnings : [...warnings, typeOfAll(name, 'list')];
  if (kind !== 'number' && kind !== 'checkbox') return warnings;
  call.line = { ...line, parameters: new Map(line.parameters).set('type', kind) };
  return [...warnings, typeOfAll(name, kind)];
}

/** Has the program set the property without a type, for a key that may set none. @throws BridgeError `key_scope` for a list */
function withoutType(call: Call, text: string): readonly string[] {
  if (jsonList(text) !== undefined) requireTypes(call);
  if (!call.addedParameters.has('type')) return [];
  const parameters = new Map(call.line.parameters);
  parameters.delete('type');
  call.line = { ...call.line, parameters };
  return ['The value was sent as text, because its type would hold in the whole vault.'];
}

function isRemoval({ kind }: Command): boolean {
  return kind === 'remove';
}

/** The program says that it removed a property, too, if there was none. */
function removalWarnings(call: Call, values: Values | undefined): readonly string[] {
  const name = call.parameter('name') ?? '';
  if (!values || !call.mayRead || Object.hasOwn(values, name)) return [];
  return [`The note has no property "${shorten(name, NAME_CHARS)}", so nothing was removed; case matters.`];
}

/** The values of a note's properties by name. */
type Values = ParsedFrontmatter['values'];

/** The values in a note; undefined if they cannot be read. */
function valuesIn(text: string | undefined): Values | undefined {
  if (text === undefined || frontmatterEnd(text) > LONGEST_READ) return undefined;
  const frontmatter = parseFrontmatter(text);
  return isProblem(frontmatter) ? undefined : (frontmatter?.values ?? {});
}

function valueOf(values: Values | undefined, name: string): unknown {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The value that the property is to have; undefined if only the program can set it, or is to refuse it. */
function wantedValue(call: Call, old: unknown): { readonly value: unknown } | undefined {
  if (isRemoval(call.command)) return { value: undefined };
  const [text, type] = [call.parameter('value') ?? '', call.parameter('type') ?? ''];
  if (type === '') return { value: meantValue(text, old).value };
  // Only the program can give the property a type in the whole vault.
  if (!call.addedParameters.has('type') && kindOf(old) !== type) return undefined;
  const value = valueOfType(text, type);
  return value === undefined ? undefined : { value };
}

function setWarnings(call: Call, values: Values | undefined): readonly string[] {
  return [...twinWarnings(call, values), ...listWarnings(call, values)];
}

/** A new property whose name another one has in another case. */
function twinWarnings(call: Call, values: Values | undefined): readonly string[] {
  const name = call.parameter('name') ?? '';
  if (!values || !call.mayRead || Object.hasOwn(values, name)) return [];
  const twin = Object.keys(values).find((other) => lowercase(other) === lowercase(name));
  if (twin === undefined) return [];
  const [shown, other] = [name, twin].map((each) => shorten(each, NAME_CHARS));
  return [`The note has a property "${other}", and now "${shown}" beside it: case matters.`];
}

/** What to send for a list, after one text was written to a property that was one, or that Obsidian expects to be one. */
function listWarnings(call: Call, values: Values | undefined): readonly string[] {
  const value = call.parameter('value');
  if (value === undefined || (call.parameter('type') ?? '') !== '' || jsonList(value)) return [];
  const name = call.parameter('name') ?? '';
  const isList = kindOf(valueOf(values, name)) === 'list';
  if (!isList && !LISTS.has(name.toLowerCase())) return [];
  const shown = `"${shorten(name, NAME_CHARS)}"`;
  const what = isList ? '' : `${shown} should be a list, and now it is one text. `;
  return [`${what}For a list in ${shown}, send a JSON array such as ${listMeant(value)}.`];
}

function typeOfAll(name: string, type: string): string {
  return `The property "${shorten(name, NAME_CHARS)}" now has the type ${type} in the whole vault, which cannot be undone.`;
}
