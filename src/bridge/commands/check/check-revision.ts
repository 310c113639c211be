import type { CommandLine } from '../../cli/command-line';
import { BridgeError } from '../../errors';
import { REVISION_FORM } from '../call-schema';
import type { Command } from '../catalogue/command';

/** The parameters that name one note for certain. */
const NAMES: readonly string[] = ['path', 'file'];

/** Whether a call of the command may require a revision of the note that it changes. */
export function takesRevision({ byBridge, evidence, parameters }: Command): boolean {
  const changesNote = byBridge === true || evidence !== undefined;
  return changesNote && parameters.some(({ name }) => NAMES.includes(name));
}

/**
 * Checks the revision that the note must have for the call to run.
 * @param isRecognised whether the program is known to be the Obsidian CLI, so that it can be asked for the note
 * @throws BridgeError `invalid_parameter` where there is no such note, or no revision of this form
 */
export function checkRevision(
  command: Command,
  { parameters, flags }: Pick<CommandLine, 'parameters' | 'flags'>,
  given: unknown,
  isRecognised: boolean,
): string {
  if (typeof given !== 'string' || !REVISION_FORM.test(given)) {
    throw invalid('A revision is a string of 16 hex digits, as the answer of read gives it.');
  }
  if (!isRecognised) throw invalid('A revision can only be compared by the Obsidian CLI itself.');
  const { target } = command;
  const isNamed = (name: string): boolean => (parameters.get(name) ?? '') !== '';
  const targets = command.parameters.some(({ namesNewNote }) => namesNewNote)
    ? // A new note takes another name rather than replace a note, unless it is told to.
      NAMES.filter(
        (name) => flags.includes('overwrite') && command.parameters.some((known) => known.name === name),
      )
    : target.parameters;
  if (takesRevision(command) && NAMES.some((name) => targets.includes(name) && isNamed(name))) return given;
  throw invalid(
    'A revision can only be given to a call that changes one note, named by path or file; create needs overwrite, too.',
  );
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}
