import type { CallOutcome } from '../call/outcome';
import { isObject } from '../text/json';
import type { AnsweredCall } from './tool-call';
import type { RunAnswer } from './tool-definitions';
import { aroundHits, withShortLines, wordsOfQuery } from './hit-lines';

/**
 * The outcome in fewer words, because models pay for each: JSON without its spaces, and long lines of a search only around their
 * hits.
 * @param isFull whether lines stay whole
 */
export function condense(
  outcome: CallOutcome,
  { command, line }: AnsweredCall,
  isFull: boolean,
): CallOutcome {
  const words = command.printsHits && !isFull ? wordsOfQuery(line.parameters.get('query') ?? '') : undefined;
  const json = jsonOf(outcome);
  if (json === undefined)
    return words ? { ...outcome, stdout: withShortLines(outcome.stdout, words) } : outcome;
  const data = words ? withShortTexts(json, words) : json;
  return { ...outcome, data, stdout: JSON.stringify(data) };
}

/** The whole output, if it was JSON. A bare number is left as text. */
export function jsonOf({ data, isParsed }: CallOutcome): RunAnswer['data'] {
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
 * The output as far as `data` does not have it: nothing of JSON or of a file, only the header of an old version, and no confirmation
 * of what the caller knows.
 */
export function besidesData(call: AnsweredCall, outcome: CallOutcome): string | undefined {
  const { stdout, data, file } = outcome;
  if (file || jsonOf(outcome) !== undefined || isKnown(call, outcome)) return undefined;
  if (!call.command.printsVersion || !isObject(data)) return stdout;
  const { text } = data;
  return typeof text === 'string' ? stdout.slice(0, stdout.length - text.length) : stdout;
}

/** Whether the output of a change is only its confirmation, and names nothing that neither the call nor `data` has. */
function isKnown({ command, line }: AnsweredCall, { stdout, data }: CallOutcome): boolean {
  const { kind, success } = command;
  const said = stdout.trim();
  if (kind === 'read' || success.shape !== 'confirmation' || said.includes('\n')) return false;
  const found = success.line.exec(said);
  if (!found) return false;
  const { path, name } = found.groups ?? {};
  if (command.moves) return true;
  const inData = isObject(data) ? data['path'] : undefined;
  if (name !== undefined) return line.parameters.get('name') === name || inData !== undefined;
  return path === undefined || inData !== undefined || line.parameters.get('path') === path;
}
