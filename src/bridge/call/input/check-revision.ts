import type { CommandLine } from '../../cli/command-line';
import { BridgeError } from '../../errors';
import { REVISION_FORM } from '../call-schema';
import type { Command } from '../../commands/catalogue/command';

/** The parameters that identify a note. */
const NAMES: readonly string[] = ['path', 'file'];

/** Whether calls of this command accept a revision. */
export function takesRevision({ byBridge, evidence, parameters }: Command): boolean {
  const changesNote = byBridge === 'edit' || evidence !== undefined;
  return changesNote && parameters.some(({ name }) => NAMES.includes(name));
}

/**
 * Checks the revision that the note must have for the call to run.
 * @param isRecognized whether the program is known to be the Obsidian CLI, and so can be asked for the note
 * @throws BridgeError `invalid_parameter` if the revision is malformed, or the call does not change one named note
 */
export function checkRevision(
  command: Command,
  { parameters, flags }: Pick<CommandLine, 'parameters' | 'flags'>,
  given: unknown,
  isRecognized: boolean,
): string {
  if (typeof given !== 'string' || !REVISION_FORM.test(given)) {
    throw invalid('A revision is a string of 16 hex digits, as returned by read.');
  }
  if (!isRecognized) throw invalid('A revision can only be compared by the Obsidian CLI itself.');
  const { target } = command;
  const isNamed = (name: string): boolean => (parameters.get(name) ?? '') !== '';
  const targets = command.parameters.some(({ namesNewNote }) => namesNewNote)
    ? // Without "overwrite", a new note takes another name instead of replacing one.
      NAMES.filter(
        (name) => flags.includes('overwrite') && command.parameters.some((known) => known.name === name),
      )
    : target.parameters;
  if (takesRevision(command) && NAMES.some((name) => targets.includes(name) && isNamed(name))) return given;
  throw invalid(
    'A revision can only be given to a call that changes one note, named by path or file; create also needs overwrite.',
  );
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}
