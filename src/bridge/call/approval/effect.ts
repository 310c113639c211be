import type { CommandLine } from '../../cli/command-line';
import { printable } from '../../text/printable';
import type { Command } from '../../commands/catalogue/command';
import { createdPath } from '../../notes/new-note-path';

/** What a call would do, in words. */
export interface Effect {
  /** Follows "Claude Code wants to", on one line. */
  readonly words: string;
  /** The names of the parameters whose values the words tell. */
  readonly parameters: readonly string[];
  /** The flags that the words tell. */
  readonly flags: readonly string[];
}

/** Characters of the words, which are a title. */
const LONGEST = 120;

/**
 * Describes a call by its effect: "replace Projects/Garden.md". If its record has no effect, or the words would lack a value or
 * be long, they name only the command.
 * @param note the path of the note that the call changes, if known
 */
export function effectOf(
  command: Command,
  line: CommandLine,
  { note, isRisky }: { readonly note: string | undefined; readonly isRisky: boolean },
): Effect {
  const { effect } = command;
  const template = typeof effect === 'object' ? effect[isRisky ? 'risky' : 'usual'] : effect;
  const target = noteIn(command, line, note);
  const told: string[] = [];
  let isWhole = template !== undefined;
  const words = (template ?? '').replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const [value = '', names] = name === 'note' ? target : [line.parameters.get(name), [name]];
    told.push(...names);
    isWhole &&= value !== '';
    return printable(value);
  });
  if (!isWhole || words.length > LONGEST) return { words: `run ${command.name}`, parameters: [], flags: [] };
  return { words, parameters: told, flags: isRisky ? ['permanent', 'overwrite'] : [] };
}

/** The note that a call acts on or creates, and the parameters that name it. */
function noteIn(
  { writes, target }: Command,
  { parameters }: CommandLine,
  known: string | undefined,
): [path: string | undefined, names: readonly string[]] {
  if (writes === 'new_note') return [known ?? createdPath(parameters), ['path', 'name']];
  const names = target.parameters.filter((name) => parameters.has(name));
  const [name = ''] = names;
  return [known ?? (names.length === 1 ? parameters.get(name) : undefined), names];
}
