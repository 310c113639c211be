import { FILE_OPTIONS, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { readJson } from '../config-file';
import { Failure } from '../failure';
import { readProperties, withProperty } from '../markdown/frontmatter';
import { isPropertyType, parseProperty, printProperty, typeOfValue } from '../property-value';
import type { PropertyType } from '../property-value';
import { targetNote } from '../target';

/** Properties with a type built into the app. */
const BUILT_IN_LISTS: ReadonlySet<string> = new Set(['tags', 'aliases', 'cssclasses']);

/** Commands for one property of one note. */
export const PROPERTY_COMMANDS: readonly Command[] = [
  {
    name: 'property:read',
    summary: 'Read a property value from a file',
    options: [required('name', '<name>', 'Property name'), ...FILE_OPTIONS],
    run: readOne,
  },
  {
    name: 'property:remove',
    summary: 'Remove a property from a file',
    options: [required('name', '<name>', 'Property name'), ...FILE_OPTIONS],
    run: removeOne,
  },
  {
    name: 'property:set',
    summary: 'Set a property on a file',
    options: [
      required('name', '<name>', 'Property name'),
      // An empty value is written (observed on 1.12.7).
      { ...required('value', '<value>', 'Property value'), mayBeEmpty: true },
      parameter('type', 'text|list|number|checkbox|date|datetime', 'Property type'),
      ...FILE_OPTIONS,
    ],
    run: setOne,
  },
];

async function readOne(call: Call): Promise<string> {
  const name = call.value('name') ?? '';
  const properties = await readProperties(call.vault.read(targetNote(call)));
  if (!properties?.has(name)) throw propertyNotFound(name);
  return printProperty(properties.get(name));
}

/** Says the same whether the note had the property or not (observed on 1.14.1). */
async function removeOne(call: Call): Promise<string> {
  const name = call.value('name') ?? '';
  const path = targetNote(call);
  const text = call.vault.read(path);
  if ((await readProperties(text))?.has(name)) {
    call.vault.write(path, await changed(text, name, undefined));
  }
  return `Removed: ${name}`;
}

async function setOne(call: Call): Promise<string> {
  const name = call.value('name') ?? '';
  const value = call.rawValue('value') ?? '';
  const path = targetNote(call);
  const text = call.vault.read(path);
  const type = await typeFor(call, name, text);
  call.vault.write(path, await changed(text, name, parseProperty(value, type)));
  return `Set ${name}: ${value}`;
}

/**
 * The given type, else the vault's type for this property, else the type of the note's value. An unknown type is ignored.
 * How the official program chooses the type when none is given is not known.
 */
async function typeFor(call: Call, name: string, text: string): Promise<PropertyType> {
  const given = call.value('type');
  if (isPropertyType(given)) return given;
  if (BUILT_IN_LISTS.has(name)) return 'list';
  const assigned = readJson<{ types: Record<string, string> }>(call.vault, 'types.json')?.types?.[name];
  const type = assigned === 'multitext' ? 'list' : assigned;
  if (isPropertyType(type)) return type;
  const present = (await readProperties(text))?.get(name);
  return present === undefined || present === null ? 'text' : typeOfValue(present);
}

async function changed(text: string, name: string, value: unknown): Promise<string> {
  const result = await withProperty(text, name, value);
  if (result === undefined) throw new Failure('Error: Frontmatter is not valid YAML.');
  return result;
}

function propertyNotFound(name: string): Failure {
  return new Failure(`Error: Property "${name}" not found.`);
}
