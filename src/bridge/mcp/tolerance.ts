import { tooManyNames } from '../call/input/check-input';
import { BridgeError } from '../errors';
import { CALL_LIMITS } from '../http/body';
import { isObject, jsonExcess } from '../text/json';
import type { JsonLimits } from '../text/json';
import { amount } from '../text/printable';
import { MAX_CHARS } from './tool-definitions';

/** Characters of an argument sent as JSON text, which is parsed in one go: even twenty of them must not block the app. */
const MAX_JSON_CHARS = 256 * 1024;

/** The arguments of a tool, not yet checked. */
export type Loose = Record<string, unknown>;

/** Texts that some models send for "not given". */
const UNSET: readonly unknown[] = ['null', 'None', 'undefined'];
/** An empty object or list as JSON text. */
const EMPTY_JSON: readonly unknown[] = ['{}', '[]'];
const JSON_FIELDS: readonly string[] = ['params', 'flags', 'calls'];
const NUMBERS: readonly string[] = ['max_chars', 'offset', 'limit'];
const BOOLEANS: readonly string[] = ['full', 'stop_on_error'];
/** Texts that may be sent as numbers. */
const TEXTS: readonly string[] = ['only', 'heading', 'lines'];
/** A guard: what cannot be a revision must not count as not given. */
const GUARD = 'if_revision';

/**
 * The arguments without empty fields, because many clients fill in every field, and with numbers and booleans that were sent as
 * text. Other names are kept as they are.
 * @param fields those that the tool has
 */
export function tolerant(given: Loose, fields: object): Loose {
  const read: Loose = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(fields, name)) read[name] = value;
    else if (!isSilent(name, value)) read[name] = readable(name, value);
  }
  return read;
}

function isSilent(name: string, value: unknown): boolean {
  if (isEmpty(value)) return true;
  if (name === GUARD) return false;
  return isUnset(value) || (JSON_FIELDS.includes(name) && EMPTY_JSON.includes(value));
}

function isUnset(value: unknown): boolean {
  return Array.isArray(value) ? value.every((item) => item === null || isUnset(item)) : UNSET.includes(value);
}

/** Whether a value means "not given" in any field. */
export function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function readable(name: string, value: unknown): unknown {
  if (NUMBERS.includes(name)) {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    const isBounded = name === 'max_chars' && typeof number === 'number';
    return isBounded ? Math.min(Math.max(number, MAX_CHARS.least), MAX_CHARS.most) : number;
  }
  if (BOOLEANS.includes(name) && typeof value === 'string' && /^(?:true|false)$/i.test(value))
    return value.toLowerCase() === 'true';
  return TEXTS.includes(name) && typeof value === 'number' ? String(value) : value;
}

/** Parses an argument sent as JSON text; undefined if it is not valid. @throws BridgeError if it is too long */
export function parsedJson(name: string, text: string, limits: JsonLimits = CALL_LIMITS): unknown {
  if (text.length > MAX_JSON_CHARS) {
    const detail = `"${name}" is JSON text of more than ${amount(MAX_JSON_CHARS)} characters.`;
    const hint = `Send "${name}" as JSON itself, not as a string: then its texts may be of any length.`;
    throw BridgeError.of('invalid_parameter', { detail, hint });
  }
  const excess = jsonExcess(text, limits);
  if (excess === 'parts') throw tooManyNames();
  if (excess === 'depth') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
