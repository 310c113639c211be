import { printable } from '../../text/printable';
import type { Call } from '../call';
import type { Effect } from './approval-port';

/** Characters of the words, which are a title. */
const LONGEST = 120;

/**
 * Describes a call by its effect: "replace Projects/Garden.md". If its record has no effect, or the words would lack a value or
 * be long, they name only the command.
 * @param known the path of the note that the call changes, if known
 */
export function effectOf(call: Call, known: string | undefined, isRisky: boolean): Effect {
  const { command, line } = call;
  const { effect } = command;
  const template = typeof effect === 'object' ? effect[isRisky ? 'risky' : 'usual'] : effect;
  const note = noteIn(call, known);
  const told: string[] = [];
  let isWhole = template !== undefined;
  const words = (template ?? '').replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const [value = '', names] = name === 'note' ? note : [line.parameters.get(name), [name]];
    told.push(...names);
    isWhole &&= value !== '';
    return printable(value);
  });
  if (!isWhole || words.length > LONGEST) return { words: `run ${command.name}`, parameters: [], flags: [] };
  return { words, parameters: told, flags: isRisky ? ['permanent', 'overwrite'] : [] };
}

/** The note that a call acts on or creates, and the parameters that name it. */
function noteIn(
  { command, line, note: { target } }: Call,
  known: string | undefined,
): [path: string | undefined, names: readonly string[]] {
  if (target.kind === 'new') return [known ?? target.path, ['path', 'name']];
  const names = command.target.parameters.filter((name) => line.parameters.has(name));
  // The words would name one of two notes.
  const given = target.kind === 'path' ? target.path : target.kind === 'name' ? target.name : undefined;
  return [known ?? (names.length === 1 ? given : undefined), names];
}
