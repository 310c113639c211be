import { refuseTooMany } from '../commands/check-input';
import { BridgeError } from '../errors';
import { EXECUTE_INPUT, SEARCH_INPUT } from './schemas';
import type { ExecuteInput, SearchInput } from './schemas';

type Loose = Record<string, unknown>;

/** Reads the arguments of `search`. @throws BridgeError `invalid_parameter` */
export function readSearchArguments(given: Loose): SearchInput {
  return check(SEARCH_INPUT, withNumbers(withoutNulls(given), ['limit', 'offset']));
}

/**
 * Reads the arguments of `execute`, and accepts what models make of them: `params` or `flags` as JSON text, numbers as text,
 * null for "not given", parameters beside `params` rather than in it. @throws BridgeError `invalid_parameter`
 */
export function readExecuteArguments(given: Loose): ExecuteInput {
  const known = withNumbers(withoutNulls(given), ['max_chars', 'offset']);
  const misplaced = Object.entries(known).filter(([name]) => !Object.hasOwn(EXECUTE_INPUT.shape, name));
  for (const [name] of misplaced) delete known[name];
  const params = asParams(known['params']);
  const flags = asFlags(known['flags']);
  refuseTooMany({
    params: { ...params, ...Object.fromEntries(misplaced) },
    flags: Array.isArray(flags) ? flags : [],
  });
  for (const [name, value] of misplaced) {
    if (Object.hasOwn(params, name))
      throw invalid(`"${name}" is given twice: once inside params, once beside it.`);
    params[name] = value;
  }
  // The validator would silently drop this name, and the command would run without the parameter.
  if (Object.hasOwn(params, '__proto__')) throw invalid('"__proto__" is not a parameter.');
  for (const [name, value] of Object.entries(params)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      const list = Array.isArray(value)
        ? '; the items of a list go into one string, separated by commas'
        : '';
      throw invalid(`The parameter "${name}" must be a string, a number or a boolean${list}.`);
    }
  }
  return check(EXECUTE_INPUT, { ...known, params, flags });
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}

function withoutNulls(given: Loose): Loose {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function withNumbers(given: Loose, names: readonly string[]): Loose {
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) given[name] = Number(value);
  }
  return given;
}

function asParams(given: unknown): Loose {
  const value = typeof given === 'string' ? parsed(given.trim() || '{}') : (given ?? {});
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.assign(Object.create(null), value) as Loose;
  }
  throw invalid('"params" must be an object, for example {"path": "Folder/Note.md"}.');
}

function asFlags(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? [];
  const list = given.trim().startsWith('[') ? parsed(given) : undefined;
  return list ?? given.split(/[\s,]+/).filter(Boolean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface Checker<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

function check<T>(schema: Checker<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `"${path.map(String).join('.')}": ${message}` : message,
  );
  throw invalid(`The arguments do not fit. ${problems.join('. ')}.`);
}
