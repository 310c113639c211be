import type { CallInput } from '../call/call-schema';
import { SHORT_CHARS } from '../call/input/bounds';
import { tooManyNames } from '../call/input/check-input';
import { problemInWords } from '../text/problem-in-words';
import { shorten } from '../text/shorten';
import { BridgeError } from '../errors';
import { amount } from '../text/printable';
import { BATCH_LIMITS, CALL_LIMITS } from '../http/body';
import { isObject, jsonExcess } from '../text/json';
import type { JsonLimits } from '../text/json';
import { BATCH_OPTIONS, EXECUTE_INPUT, EXECUTE_OPTIONS, MAX_CHARS, SEARCH_INPUT } from './tool-definitions';
import type { ExecuteOptions, SearchInput } from './tool-definitions';

/** Characters of flags sent as text: far more than any command needs. */
const MAX_FLAGS_CHARS = 20_000;
/** Characters of an argument sent as JSON text, which is parsed in one go: even twenty of them must not block the app. */
const MAX_JSON_CHARS = 256 * 1024;

type Loose = Record<string, unknown>;

/** Reads the arguments of `search`. @throws BridgeError `invalid_parameter` */
export function readSearchArguments(given: Loose): SearchInput {
  return check(SEARCH_INPUT, withNumbers(withoutEmpty(given, SEARCH_INPUT.shape), ['limit', 'offset']));
}

/** The arguments of `execute`: an unchecked call, and which part of its output to show. */
export type ExecuteInput = ExecuteOptions & CallInput;

/**
 * Reads the arguments of `execute`, and tolerates common mistakes of models: `params` or `flags` as JSON text, numbers as text,
 * null or an empty value for "not given", parameters next to `params` instead of in it. @throws BridgeError `invalid_parameter`
 */
export function readExecuteArguments(given: Loose): ExecuteInput {
  const {
    vault,
    params,
    flags,
    if_revision: ifRevision,
    stop_on_error: _,
    ...others
  } = withNumbers(withoutEmpty(given), ['max_chars', 'offset']);
  const read = asParams(params);
  for (const [name, value] of Object.entries(others)) {
    // No command takes an object: this is a field that `execute` does not have.
    if (Object.hasOwn(EXECUTE_OPTIONS.shape, name) || isObject(value)) continue;
    if (Object.hasOwn(read, name))
      throw invalid(`"${shorten(name, SHORT_CHARS)}" is given twice: once inside params, once beside it.`);
    read[name] = value;
    delete others[name];
  }
  return { ...check(EXECUTE_OPTIONS, others), vault, params: read, flags: asFlags(flags), ifRevision };
}

/** Several calls, not yet checked, that run together. */
export interface ExecuteBatchInput {
  readonly calls: readonly ExecuteInput[];
  readonly stopOnError: boolean;
  /** Characters of output to show, for all calls together. */
  readonly maxChars: number;
}

/** Reads the arguments of `execute` if they have several calls; otherwise undefined. @throws BridgeError `invalid_parameter` */
export function readBatchArguments(given: Loose): ExecuteBatchInput | undefined {
  const { calls, vault, ...others } = withNumbers(withoutEmpty(given), ['max_chars', 'offset']);
  if (calls === undefined) return undefined;
  const list = typeof calls === 'string' ? parsed('calls', calls, BATCH_LIMITS) : calls;
  if (others['command'] !== undefined) {
    throw BridgeError.of('invalid_parameter', {
      detail: '"command" is given beside "calls", so nothing was run.',
      hint: 'Put this command into calls, with its params and flags, as one of them; or leave calls out.',
    });
  }
  // Some clients fill in every field.
  if (others['offset'] === 0) delete others['offset'];
  const options = check(BATCH_OPTIONS, { ...others, calls: list });
  const common = { ...(vault !== undefined && { vault }), ...(options.full && { full: true }) };
  const read = options.calls.map((call, index) => {
    try {
      return readCallOf(call, common);
    } catch (error) {
      throw error instanceof BridgeError ? error.with({ data: { index } }) : error;
    }
  });
  return { calls: read, stopOnError: options.stop_on_error, maxChars: options.max_chars };
}

function readCallOf(given: Loose, common: Loose): ExecuteBatchInput['calls'][number] {
  const {
    max_chars: maxChars = MAX_CHARS.usual,
    stop_on_error: stopOnError = true,
    offset = 0,
    ...call
  } = withoutEmpty(given);
  if (maxChars !== MAX_CHARS.usual || stopOnError !== true)
    throw invalid('"max_chars" and "stop_on_error" go beside "calls", not in a call.').with({
      hint: IN_CALLS,
    });
  if (offset !== 0) throw invalid('"offset" does not work in "calls".').with({ hint: IN_CALLS });
  return readExecuteArguments({ ...common, ...call });
}

const IN_CALLS =
  'Each of calls takes command, params, flags, vault, if_revision and full. For the rest of an output, make its call by itself.';

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}

/**
 * Drops empty fields of a tool, because many clients fill in every field. Other names are kept: an empty target must not
 * pass for none.
 */
function withoutEmpty(given: Loose, fields: object = EXECUTE_INPUT.shape): Loose {
  const isSilent = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(fields, name) &&
    (isEmpty(value) || (JSON_FIELDS.includes(name) && EMPTY_JSON.includes(value)));
  return Object.fromEntries(Object.entries(given).filter((entry) => !isSilent(entry)));
}

function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** An empty object or list as JSON text. */
const EMPTY_JSON: readonly unknown[] = ['{}', '[]', 'null'];
const JSON_FIELDS: readonly string[] = ['params', 'flags', 'calls'];

/** Reads numbers sent as text, and brings `max_chars` within its bounds. */
function withNumbers(given: Loose, names: readonly string[]): Loose {
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) given[name] = Number(value);
  }
  const { max_chars: wanted } = given;
  if (typeof wanted === 'number')
    given['max_chars'] = Math.min(Math.max(wanted, MAX_CHARS.least), MAX_CHARS.most);
  return given;
}

function asParams(given: unknown): Loose {
  const value = typeof given === 'string' ? parsed('params', given) : (given ?? {});
  // Without a prototype, so that any name becomes a parameter of its own.
  if (isObject(value)) return Object.assign(Object.create(null), value) as Loose;
  throw invalid('"params" must be an object, for example {"path": "Folder/Note.md"}.');
}

function asFlags(given: unknown): readonly unknown[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given.filter((flag) => !isEmpty(flag)) as unknown[];
  if (isObject(given) && Object.values(given).every((value) => typeof value === 'boolean'))
    return Object.keys(given).filter((name) => given[name] === true);
  if (typeof given !== 'string') throw invalid('"flags" must be a list of names, for example ["total"].');
  if (given.length > MAX_FLAGS_CHARS) throw tooManyNames();
  const list = given.trim().startsWith('[') ? parsed('flags', given) : undefined;
  return Array.isArray(list) ? (list as unknown[]) : given.split(/[\s,]+/).filter(Boolean);
}

/** Parses an argument sent as JSON text; undefined if it is not valid. @throws BridgeError if it is too long */
function parsed(name: string, text: string, limits: JsonLimits = CALL_LIMITS): unknown {
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

interface Checker<T> {
  safeParse(
    value: unknown,
    words: { error: typeof problemInWords },
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

function check<T>(schema: Checker<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: problemInWords });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    // The message repeats the names of fields that are not known.
    const problem = shorten(message, SHORT_CHARS);
    return path.length > 0 ? `"${path.map(String).join('.')}" ${problem}` : `the call ${problem}`;
  });
  throw invalid(`The arguments do not fit: ${problems.join('; ')}.`);
}
