import { invalidParameter } from '../../errors';
import { jsonList } from '../../notes/property-kind';

/** Maximum characters of a value that a hint rewrites as a JSON array. */
const REWRITTEN_CHARS = 200;

/**
 * Guards the value and type of `property:set`. The program writes numbers and booleans as text unless a type is given. Whatever
 * the type, a JSON array becomes a list and other brackets stay text. As a checkbox, any other word is off; as a number, an empty
 * value is 0.
 * @throws BridgeError `invalid_parameter` for a value that would become a different one
 */
export function propertyValue(
  parameters: Map<string, string>,
  { value }: Readonly<Record<string, unknown>>,
): string[] {
  const text = parameters.get('value') ?? '';
  const type = parameters.get('type') ?? '';
  if (type === '' && (typeof value === 'number' || typeof value === 'boolean')) {
    parameters.set('type', typeof value === 'number' ? 'number' : 'checkbox');
    return [];
  }
  if (type === 'checkbox' && text !== 'true' && text !== 'false') {
    throw invalidParameter('A checkbox takes true or false.', 'Send "true" or "false" in "value".');
  }
  if (type === 'number' && text.trim() === '') {
    throw invalidParameter(
      'The Obsidian CLI would write an empty number as 0.',
      'Send the number in "value", or remove the property with property:remove.',
    );
  }
  requireList(text, type);
  return [];
}

/** Checks a value in brackets, which becomes a list only if it is JSON. */
function requireList(text: string, type: string): void {
  const inner = text.trim();
  if (!inner.startsWith('[') || !inner.endsWith(']')) return;
  const list = jsonList(inner);
  if (list === undefined && type !== 'list') return;
  if (list === undefined || list.some((item) => typeof item === 'object')) {
    const what =
      list === undefined
        ? 'a bracketed list that is not JSON as one text'
        : 'this value as a list that contains a list or an object';
    throw invalidParameter(
      `The Obsidian CLI would write ${what}.`,
      `Send a JSON array of texts, such as ${listMeant(inner)}.`,
    );
  }
  if (type === 'list' || type === '') return;
  throw invalidParameter(
    `The Obsidian CLI turns a JSON array into a list, whatever the type, so it would not be of type ${type}.`,
    'Omit "type", or send type=list.',
  );
}

/** The list that a text with commas, in brackets or not, probably means, as JSON; for a long text, an example. */
export function listMeant(text: string): string {
  if (text.length > REWRITTEN_CHARS) return '["[[A note]]","a text"]';
  const trimmed = text.trim();
  const isList = /^\[.*\]$/s.test(trimmed) && (!trimmed.startsWith('[[') || trimmed.startsWith('[[['));
  const inner = isList ? trimmed.slice(1, -1) : trimmed;
  const items = inner.match(/\[\[[^[\]]*\]\]|[^,]+/g) ?? [];
  const plain = items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return JSON.stringify(plain.filter((item) => item !== ''));
}
