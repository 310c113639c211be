import type { CommandLine } from '../../cli/command-line';
import { usage } from '../../commands/catalogue/usage';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError, invalidParameter } from '../../errors';
import type { SectionChange } from '../../notes/edit-section';
import type { NoteChange } from '../../notes/edit-text';

const MODES: readonly SectionChange['mode'][] = ['replace', 'append', 'prepend'];
/** What a call changes. */
const SUBJECTS = ['old', 'heading', 'block'] as const;

/**
 * The change that a call asks for.
 * @throws BridgeError `missing_parameter` if it names no note or no change; `invalid_parameter` if it mixes two changes
 */
export function changeOf(command: Command, { parameters, flags }: CommandLine): NoteChange {
  const has = (name: string): boolean => parameters.has(name);
  const isFilled = (name: string): boolean => (parameters.get(name) ?? '').trim() !== '';
  const value = (name: string): string => parameters.get(name) ?? '';
  const missing = (what: string): BridgeError =>
    BridgeError.of('missing_parameter', {
      detail: `${command.name} needs ${what}, so nothing was run. Usage: ${usage(command)}`,
    });
  const isDaily = flags.includes('daily');
  if (isDaily && (has('path') || has('file')))
    throw invalidParameter('The flag "daily" means today\'s note: leave "path" and "file" out, or the flag.');
  if (!isDaily && !isFilled('path') && !isFilled('file'))
    throw missing('"path" or "file", or the flag "daily"');
  if (SUBJECTS.filter(has).length > 1) {
    throw invalidParameter(
      'Give only one of "old" with "new", "heading" with "content" (a section), and "block" with "content" (the list item, paragraph, quote or table with this id).',
    );
  }
  if (has('old')) {
    if (value('old') === '') throw missing('the text in "old"');
    if (!has('new')) throw missing('"new", which may be empty');
    if (has('content') || has('mode'))
      throw invalidParameter('"content" and "mode" go with "heading" or "block", not with "old".');
    return { old: value('old'), new: value('new'), all: flags.includes('all') };
  }
  if (!isFilled('heading') && !isFilled('block')) throw missing('"old", "heading" or "block"');
  if (has('new'))
    throw invalidParameter('"new" goes with "old"; the text for a section or a block goes into "content".');
  if (!has('content')) throw missing('"content", which may be empty');
  const mode = MODES.find((known) => known === (parameters.get('mode') || 'replace'));
  if (!mode) throw invalidParameter(`"mode" must be one of ${MODES.join(', ')}.`);
  const content = value('content');
  if (isFilled('heading')) {
    const [own, make] = [flags.includes('own'), flags.includes('make')];
    return { heading: value('heading'), content, mode, own, make };
  }
  if (mode === 'replace' && !isFilled('content'))
    throw missing('a text in "content" where it replaces a block; delete one with "old" and an empty "new"');
  return { block: value('block'), content, mode };
}
