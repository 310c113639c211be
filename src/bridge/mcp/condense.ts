import type { Command } from '../commands/catalogue/command';
import type { CallOutcome } from '../call/outcome';
import { isObject } from '../text/json';
import type { ExecuteAnswer } from './tool-definitions';
import { aroundHits, withShortLines, wordsOfQuery } from './hit-lines';

/**
 * The outcome in fewer words, because models pay for each: JSON without its spaces, and long lines of a search only around their
 * hits.
 * @param isFull whether lines stay whole
 */
export function condense(
  outcome: CallOutcome,
  command: Command | undefined,
  parameters: ReadonlyMap<string, string>,
  isFull: boolean,
): CallOutcome {
  const words = command?.printsHits && !isFull ? wordsOfQuery(parameters.get('query') ?? '') : undefined;
  const json = jsonOf(outcome);
  if (json === undefined)
    return words ? { ...outcome, stdout: withShortLines(outcome.stdout, words) } : outcome;
  const data = words ? withShortTexts(json, words) : json;
  return { ...outcome, data, stdout: JSON.stringify(data) };
}

/** The whole output, if it was JSON. A bare number is left as text. */
export function jsonOf({ data, isParsed }: CallOutcome): ExecuteAnswer['data'] {
  return isParsed === true && (isObject(data) || Array.isArray(data)) ? data : undefined;
}

/** The JSON of a search, with the text around the hits alone. */
function withShortTexts(found: unknown, words: readonly string[]): unknown {
  if (Array.isArray(found)) return found.map((part) => withShortTexts(part, words));
  if (!isObject(found)) return found;
  const { matches, text } = found;
  return {
    ...found,
    ...(matches !== undefined && { matches: withShortTexts(matches, words) }),
    ...(typeof text === 'string' && { text: aroundHits(text, words) }),
  };
}

/**
 * The output as far as `data` does not have it: nothing of JSON or of a file, only the header of an old version, and no confirmation that just
 * repeats the path.
 */
export function besidesData(command: Command | undefined, outcome: CallOutcome): string | undefined {
  const { stdout, data, file } = outcome;
  if (file || jsonOf(outcome) !== undefined) return undefined;
  if (!command || !isObject(data)) return stdout;
  const { path, text } = data;
  if (command.printsVersion && typeof text === 'string') return stdout.slice(0, stdout.length - text.length);
  const line = stdout.trimEnd();
  // "Overwrote" says more than the path.
  const isConfirmation = command.kind !== 'read' && !line.includes('\n') && !line.startsWith('Overwrote');
  return isConfirmation && typeof path === 'string' && line.endsWith(path) ? undefined : stdout;
}
