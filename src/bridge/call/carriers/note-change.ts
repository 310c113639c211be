import type { CommandLine } from '../../cli/command-line';
import { usage } from '../../commands/catalogue/usage';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import type { SectionChange } from '../../notes/edit-section';
import type { NoteChange } from '../../notes/edit-text';

const MODES: readonly SectionChange['mode'][] = ['replace', 'append', 'prepend'];

/**
 * The change that a call asks for.
 * @throws BridgeError `missing_parameter` if it names no note or no change; `invalid_parameter` if it mixes two changes
 */
export function changeOf(command: Command, { parameters, flags }: CommandLine): NoteChange {
  const has = (name: string): boolean => parameters.has(name);
  const isFilled = (name: string): boolean => (parameters.get(name) ?? '').trim() !== '';
  const missing = (what: string): BridgeError =>
    BridgeError.of('missing_parameter', {
      detail: `${command.name} needs ${what}, so nothing was run. Usage: ${usage(command)}`,
    });
  if (!isFilled('path') && !isFilled('file')) throw missing('"path" or "file"');
  if (has('old') && has('heading')) throw invalid('Give either "old" and "new", or "heading" and "content".');
  if (has('old')) {
    if (parameters.get('old') === '') throw missing('the text in "old"');
    if (!has('new')) throw missing('"new", which may be empty');
    if (has('content') || has('mode'))
      throw invalid('"content" and "mode" go with "heading", not with "old".');
    return { old: parameters.get('old') ?? '', new: parameters.get('new') ?? '', all: flags.includes('all') };
  }
  if (!isFilled('heading')) throw missing('"old" or "heading"');
  if (has('new')) throw invalid('"new" goes with "old"; the text for a section goes into "content".');
  if (!has('content')) throw missing('"content", which may be empty');
  const mode = MODES.find((known) => known === (parameters.get('mode') || 'replace'));
  if (!mode) throw invalid(`"mode" must be one of ${MODES.join(', ')}.`);
  return {
    heading: parameters.get('heading') ?? '',
    content: parameters.get('content') ?? '',
    mode,
    own: flags.includes('own'),
  };
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail: `${detail} Nothing was run.` });
}
