import { BridgeError } from '../../errors';
import { shorten } from '../shorten';

/** Characters of a name that a sentence repeats. */
const SHOWN_CHARS = 200;
/** Characters of a value that is rewritten as a JSON array for the caller. */
const REWRITTEN_CHARS = 200;

/**
 * The value and the type that `property:set` gets. Without a type the program writes a number or a boolean as text; a JSON array
 * is a list whatever the type, other brackets stay text whatever the type, any word is a checkbox that is off, and nothing is 0.
 * @throws BridgeError `invalid_parameter` for a value that would become another one
 */
export function propertyValue(
  parameters: Map<string, string>,
  { value }: Readonly<Record<string, unknown>>,
): string[] {
  const name = parameters.get('name') ?? '';
  const text = parameters.get('value') ?? '';
  const type = parameters.get('type') ?? '';
  if (type === '' && (typeof value === 'number' || typeof value === 'boolean')) {
    const brought = typeof value === 'number' ? 'number' : 'checkbox';
    parameters.set('type', brought);
    return [typeOfAll(name, brought)];
  }
  if (type === 'checkbox' && text !== 'true' && text !== 'false') {
    throw refused('A checkbox takes true or false.', 'Send "true" or "false" in "value".');
  }
  if (type === 'number' && text.trim() === '') {
    throw refused(
      'The Obsidian CLI makes 0 of an empty number.',
      'Send the number in "value", or take the property away with property:remove.',
    );
  }
  return requireList(name, text, type);
}

/** Checks a value in brackets, which is a list only as JSON. */
function requireList(name: string, text: string, type: string): string[] {
  const inner = text.trim();
  if (!inner.startsWith('[') || !inner.endsWith(']')) return [];
  const list = jsonArray(inner);
  if (list === undefined && type !== 'list') return [];
  if (list === undefined || list.some((item) => typeof item === 'object')) {
    const what =
      list === undefined
        ? 'a list in brackets that is not JSON as one text'
        : 'this value as a list with a list or an object in it';
    throw refused(
      `The Obsidian CLI would write ${what}.`,
      `Send a JSON array of texts, such as ${asJson(inner)}.`,
    );
  }
  if (type === 'list') return [];
  if (type === '') return [typeOfAll(name, 'list')];
  throw refused(
    `The Obsidian CLI makes a list of a JSON array, whatever the type, so it would not be of type ${type}.`,
    'Leave "type" out, or send type=list.',
  );
}

function jsonArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The list that was probably meant by a text in brackets, as JSON; an example for a long one. */
function asJson(text: string): string {
  if (text.length > REWRITTEN_CHARS) return '["[[A note]]","a text"]';
  const isLink = text.startsWith('[[') && !text.startsWith('[[[');
  const inner = isLink ? text : text.slice(1, -1);
  const items = inner.match(/\[\[[^\]]*\]\]|[^,]+/g) ?? [];
  const plain = items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return JSON.stringify(plain.filter((item) => item !== ''));
}

function typeOfAll(name: string, type: string): string {
  return `The property "${shorten(name, SHOWN_CHARS)}" is of type ${type} in the whole vault from now on, which no undo takes back.`;
}

function refused(detail: string, hint: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail: `${detail} Nothing was run.`, hint });
}
