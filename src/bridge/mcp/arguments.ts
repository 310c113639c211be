import type { CallInput } from '../call/call-schema';
import { SHORT_CHARS } from '../call/input/bounds';
import { tooManyNames } from '../call/input/check-input';
import { ignored, nearlyNamed } from '../call/input/fields-beside';
import { BridgeError, invalidParameter } from '../errors';
import { BATCH_LIMITS } from '../http/body';
import { extensionOf } from '../text/file-types';
import { isObject } from '../text/json';
import { problemInWords } from '../text/problem-in-words';
import { shorten } from '../text/printable';
import { isEmpty, parsedJson, tolerant } from './tolerance';
import type { Loose } from './tolerance';
import {
  BATCH_OPTIONS,
  EXECUTE_INPUT,
  FIND_INPUT,
  MAX_CHARS,
  RUN_OPTIONS,
  SEARCH_INPUT,
} from './tool-definitions';
import type { FindInput, RunOptions } from './tool-definitions';

/** Characters of flags sent as text: far more than any command needs. */
const MAX_FLAGS_CHARS = 20_000;

/** One run: an unchecked call, and which part of its output to show. */
export type RunInput = RunOptions & CallInput;

/** Several calls, not yet checked, that run together. */
export interface BatchInput {
  readonly calls: readonly RunInput[];
  readonly stopOnError: boolean;
  /** Characters of output to show, for all calls together. */
  readonly maxChars: number;
  /** The warnings about ignored fields next to `calls`. */
  readonly warnings: readonly string[];
}

/** What a tool is asked to run. */
export type RunsInput = RunInput | BatchInput;

/** What `search` is asked: to find commands, or to run reads. */
export type SearchInput = { readonly find: FindInput; readonly warnings: readonly string[] } | RunsInput;

const FIND_FIELDS: readonly string[] = ['query', 'category', 'command'];
/** Fields of one call, which do not work for all of `calls`. */
const ONLY_IN_CALLS = ['params', 'flags', 'if_revision', 'only', 'heading', 'lines'];
const CALL_FIELDS: readonly string[] = [...ONLY_IN_CALLS, 'vault'];

/** Reads the arguments of `search`. @throws BridgeError `invalid_parameter` */
export function readSearchArguments(given: Loose): SearchInput {
  const fields = { ...SEARCH_INPUT.shape, stop_on_error: EXECUTE_INPUT.shape.stop_on_error };
  const { own, beside } = sorted(tolerant(given, fields), fields);
  const { run, calls, query, category, command, limit, offset, ...others } = own;
  if (run === undefined && calls === undefined) {
    const misplaced = Object.keys(others).find((name) => CALL_FIELDS.includes(name));
    if (misplaced !== undefined)
      throw invalidParameter(`"${misplaced}" belongs to a run, and "run" is missing.`).with({
        hint: 'Name the command to run in "run". "command" only shows how to call one.',
      });
    const find = { query, category, command, limit, offset };
    return { find: check(FIND_INPUT, withoutUndefined(find)), warnings: ignored(beside) };
  }
  const asked = FIND_FIELDS.find((name) => own[name] !== undefined);
  if (asked !== undefined)
    throw invalidParameter(
      `"${asked}" finds commands and "${run === undefined ? 'calls' : 'run'}" runs them.`,
    ).with({
      hint: 'Give one of the two.',
    });
  return readRuns({ ...others, offset, calls, command: run }, beside, 'run');
}

/**
 * Reads the arguments of `execute`, and tolerates common mistakes of models: `params` or `flags` as JSON text, numbers and booleans
 * as text, "null" or an empty value for "not given". @throws BridgeError `invalid_parameter`
 */
export function readExecuteArguments(given: Loose): RunsInput {
  const { shape } = EXECUTE_INPUT;
  const { own, beside } = sorted(tolerant(given, shape), shape);
  return readRuns(own, beside, 'command');
}

/** @param nameField the field next to `calls` that names the command of a single call */
function readRuns(own: Loose, beside: readonly string[], nameField: string): RunsInput {
  const { calls, vault, stop_on_error: stopOnError, ...others } = withoutUndefined(own);
  if (calls === undefined) return readOne({ ...others, vault }, beside);
  if (others['command'] !== undefined) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${nameField}" is given together with "calls", so nothing was run.`,
      hint: 'Put this command into calls, with its params and flags, as one of them; or leave calls out.',
    });
  }
  const misplaced = ONLY_IN_CALLS.find((name) => others[name] !== undefined);
  if (misplaced !== undefined)
    throw invalidParameter(`"${misplaced}" goes into each of "calls", not next to it.`).with({
      hint: IN_CALLS,
    });
  // Some clients fill in every field.
  if (others['offset'] === 0) delete others['offset'];
  const list = typeof calls === 'string' ? parsedJson('calls', calls, BATCH_LIMITS) : calls;
  const options = check(BATCH_OPTIONS, {
    ...others,
    calls: list,
    ...(stopOnError !== undefined && { stop_on_error: stopOnError }),
  });
  const common = { ...(vault !== undefined && { vault }), ...(options.full && { full: true }) };
  const read = options.calls.map((call, index) => {
    try {
      return readCallOf(call, common, beside);
    } catch (error) {
      throw error instanceof BridgeError ? error.with({ data: { index } }) : error;
    }
  });
  return {
    calls: read,
    stopOnError: options.stop_on_error,
    maxChars: options.max_chars,
    warnings: ignored(beside),
  };
}

function readCallOf(given: Loose, common: Loose, besideAll: readonly string[]): RunInput {
  const fields = { ...EXECUTE_INPUT.shape, run: EXECUTE_INPUT.shape.command };
  const { own, beside } = sorted(tolerant(given, fields), fields);
  const {
    max_chars: maxChars = MAX_CHARS.usual,
    stop_on_error: stopOnError = true,
    offset = 0,
    run,
    command = run,
    ...call
  } = own;
  if (run !== undefined && command !== run)
    throw invalidParameter('"run" and "command" name different commands.').with({
      hint: 'Give one of them.',
    });
  if (maxChars !== MAX_CHARS.usual || stopOnError !== true)
    throw invalidParameter('"max_chars" and "stop_on_error" go next to "calls", not into a call.').with({
      hint: IN_CALLS,
    });
  if (offset !== 0) throw invalidParameter('"offset" does not work in "calls".').with({ hint: IN_CALLS });
  if (call['calls'] !== undefined)
    throw invalidParameter('A call of "calls" has no "calls" itself.').with({ hint: IN_CALLS });
  return readOne({ ...common, ...call, command }, [...besideAll, ...beside]);
}

const IN_CALLS =
  'Each of calls takes command, params, flags, vault, if_revision, only, heading, lines and full. For the rest of an output, make its call by itself.';

function readOne(own: Loose, beside: readonly string[]): RunInput {
  const { params, flags, vault, if_revision: ifRevision, ...options } = withoutUndefined(own);
  const input = { vault, params: asParams(params), flags: asFlags(flags), ifRevision, beside };
  return { ...check(RUN_OPTIONS, options), ...input };
}

/**
 * The fields that a tool has, and the names of the others.
 * @throws BridgeError `invalid_parameter` for one typing error from a field
 */
function sorted(given: Loose, fields: object): { own: Loose; beside: string[] } {
  const own: Loose = {};
  const beside: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(fields, name)) {
      own[name] = value;
      continue;
    }
    const meant = PARAMS.includes(name) ? 'params' : nearlyNamed(name, Object.keys(fields));
    if (meant !== undefined)
      throw invalidParameter(`There is no argument "${shorten(name, SHORT_CHARS)}".`).with({
        hint: `Did you mean "${meant}"?`,
      });
    beside.push(name);
  }
  if (beside.length > MAX_BESIDE) throw tooManyNames();
  return { own, beside };
}

/** What models call `params`: no client adds it by itself. */
const PARAMS: readonly string[] = ['arguments', 'args', 'parameters'];

/** More than any client adds. */
const MAX_BESIDE = 100;

function withoutUndefined(given: Loose): Loose {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function asParams(given: unknown): Loose {
  const value = typeof given === 'string' ? parsedJson('params', given) : (given ?? {});
  // Without a prototype, so that any name becomes a parameter of its own.
  if (isObject(value)) return withJson(Object.assign(Object.create(null), value) as Loose);
  throw invalidParameter('"params" must be an object, for example {"path": "Folder/Note.md"}.');
}

/** Models send a canvas or a base as the object that it is. */
function withJson(params: Loose): Loose {
  const { path, file, content } = params;
  const target = path ?? file;
  const type = typeof target === 'string' ? extensionOf(target)?.toLowerCase() : undefined;
  if (!isObject(content) || (type !== 'canvas' && type !== 'base')) return params;
  return Object.assign(params, { content: JSON.stringify(content, undefined, '\t') });
}

function asFlags(given: unknown): readonly unknown[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given.filter((flag) => !isEmpty(flag)) as unknown[];
  if (isObject(given) && Object.values(given).every((value) => typeof value === 'boolean'))
    return Object.keys(given).filter((name) => given[name] === true);
  if (typeof given !== 'string')
    throw invalidParameter('"flags" must be a list of names, for example ["total"].');
  if (given.length > MAX_FLAGS_CHARS) throw tooManyNames();
  const list = given.trim().startsWith('[') ? parsedJson('flags', given) : undefined;
  return Array.isArray(list) ? (list as unknown[]) : given.split(/[\s,]+/).filter(Boolean);
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
  throw BridgeError.of('invalid_parameter', {
    detail: `The arguments do not fit: ${problems.join('; ')}.`,
  });
}
