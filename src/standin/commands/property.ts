import { FILE_OPTIONS, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure, notKnown } from '../failure';
import { readProperties, splitNote, withProperty } from '../markdown/frontmatter';
import { assignType } from '../property-types';
import { isPropertyType, parseProperty, printProperty } from '../property-value';
import { targetFile } from '../target';

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
      required('value', '<value>', 'Property value'),
      parameter('type', 'text|list|number|checkbox|date|datetime', 'Property type'),
      ...FILE_OPTIONS,
    ],
    run: setOne,
  },
];

async function readOne(call: Call): Promise<string> {
  const path = targetFile(call);
  const name = nameOf(call);
  const properties = await readProperties(call.vault.read(path));
  if (!properties?.has(name)) throw new Failure(`Property "${name}" not found.`);
  return printProperty(properties.get(name), '\n') || '(empty)';
}

/** The reply is the same whether or not the note had the property. */
async function removeOne(call: Call): Promise<string> {
  const path = targetNote(call);
  const name = nameOf(call);
  const text = call.vault.read(path);
  if (splitNote(text).yaml !== undefined) call.vault.write(path, await withProperty(text, name, undefined));
  return `Removed: ${name}`;
}

/** A value without a type is text. A given type, or that of a JSON array, is assigned to the property in the whole vault. */
async function setOne(call: Call): Promise<string> {
  const path = targetNote(call);
  const name = nameOf(call);
  const given = call.value('type');
  const value = parseProperty(call.given('value'), isPropertyType(given) ? given : 'text');
  call.vault.write(path, await withProperty(call.vault.read(path), name, value));
  const type = Array.isArray(value) ? 'list' : given;
  if (isPropertyType(type)) assignType(call.vault, name, type);
  return `Set ${name}: ${call.given('value')}`;
}

function nameOf(call: Call): string {
  const name = call.value('name');
  if (name === undefined) throw new Failure('Missing required parameter: name');
  return name;
}

/** What happens to a file that is not a note is unknown. */
function targetNote(call: Call): string {
  const path = targetFile(call);
  return path.endsWith('.md') ? path : notKnown();
}
