import { BridgeError } from '../../errors';
import { shorten } from '../../text/printable';
import { mayName } from '../../text/path-list';

/** Maximum characters of a path in a message. */
const SHOWN_CHARS = 200;

/** Parameters and flags that set the state of a task. */
const STATES = ['toggle', 'done', 'todo', 'status'] as const;

/**
 * Guards `task` against a call that names two tasks or two states. The program acts on one of them without a word about the
 * other.
 * @throws BridgeError `invalid_parameter`
 */
export function oneTask(
  parameters: ReadonlyMap<string, string>,
  _: unknown,
  flags: readonly string[],
): string[] {
  requireOnePlace(parameters);
  const states = STATES.filter((state) => flags.includes(state) || parameters.has(state));
  if (states.length < 2) return [];
  throw BridgeError.of('invalid_parameter', {
    detail: `A task takes one of ${STATES.join(', ')}, and the call has ${states.join(' and ')}, so nothing was run.`,
    hint: `Give one of them alone: ${states.join(' or ')}.`,
  });
}

/** @throws BridgeError if `path`, `file` or `line` contradicts `ref` */
function requireOnePlace(parameters: ReadonlyMap<string, string>): void {
  const ref = parameters.get('ref') ?? '';
  const [, note = '', line = ''] = /^(.*):(\d+)$/.exec(ref) ?? [];
  if (note === '') return;
  const agrees: Readonly<Record<string, (value: string) => boolean>> = {
    path: (value) => value === note,
    file: (value) => mayName(value, note),
    line: (value) => value === line,
  };
  const other = Object.keys(agrees).find((name) => {
    const value = parameters.get(name) ?? '';
    return value !== '' && !agrees[name]?.(value);
  });
  if (other === undefined) return;
  const [whole, value] = [ref, parameters.get(other) ?? ''].map((text) => shorten(text, SHOWN_CHARS));
  const instead =
    other === 'line' ? `ref="${shorten(note, SHOWN_CHARS)}:${value}"` : `${other}="${value}" with line`;
  throw BridgeError.of('invalid_parameter', {
    detail: `ref="${whole}" and ${other}="${value}" are two tasks, so nothing was run.`,
    hint: `Give ref="${whole}" alone, or ${instead}.`,
  });
}
