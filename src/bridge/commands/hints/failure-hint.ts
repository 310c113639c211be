import type { FailureCode } from '../../errors';
import type { Settings } from '../../settings';
import { usage } from '../catalogue/usage';
import type { Command } from '../catalogue/command';
import { corePluginOf } from '../catalogue/core-plugin';
import { lackOf } from '../catalogue/lack-of';
import { hintFor } from './hints';
import { isSignal } from '../judge/judge-words';

/** What the program says, and what to do about it; the first match counts. */
const REASONS: readonly (readonly [
  words: RegExp,
  hint: (found: RegExpExecArray, command: Command) => string,
])[] = [
  [
    /Line \d+ is out of range \(file has (\d+) lines?\)/,
    ([, lines]) =>
      `The note has ${lines} lines: run tasks for the same note with the flag verbose to see in which lines its tasks are.`,
  ],
  [
    /Plugin "[^"]*" not found/,
    () =>
      'It is not installed: run plugins for the ids of those that are, and plugin:install to install one.',
  ],
  [/Plugin "[^"]*" is not enabled/, () => 'Turn the plugin on first, with plugin:enable.'],
  [
    /Restricted: plugins are disabled/,
    () => 'Ask the user to turn off restricted mode in Obsidian → Settings → Community plugins.',
  ],
  [
    /No template folder configured/,
    () => 'Ask the user to choose a template folder in Obsidian → Settings → Templates.',
  ],
  [/Template "[^"]*" not found/, () => 'Run templates to list the names of all templates.'],
  [
    /No active (?:file|editor)/,
    (_, { target }) =>
      target.parameters.includes('path')
        ? 'Name the note with path or file, or open one first with open.'
        : 'It only works on the note open in the app: open one first, with open.',
  ],
  [
    /View not found/,
    () => 'Read the base for the names of its views (base:views has only those of the open one).',
  ],
  [/Folder "[^"]*" not found/, () => 'Run folders to list the paths of all folders.'],
  [/Destination file already exists/, () => 'Choose another name, or give "to" as a full path with .md.'],
  [/File is not a markdown file/, () => 'The command takes notes only: give a path that ends in .md.'],
  [/Debugger not attached/, () => 'Run dev:debug with the flag on first.'],
  [/Invalid date format/, () => 'Write the date as YYYY-MM-DD.'],
  [/Invalid number/, () => 'Write the number in digits, or leave out type=number.'],
  [/Tag "[^"]*" not found/, () => 'Run tags to list all tags; upper and lower case matter.'],
];

const SAID_NOTHING =
  'The CLI did not say why. If the command changes something, check that before you repeat it; if it keeps failing, ask the user whether Obsidian works.';

/**
 * The next step after the program reported a failure.
 */
export function failureHint(
  command: Command,
  {
    code,
    stderr,
    exitCode,
  }: { readonly code: FailureCode; readonly stderr: string; readonly exitCode: number },
  settings: Settings,
): string | undefined {
  if (code === 'command_unavailable') {
    if (command.instead !== undefined) return command.instead;
    const plugin = corePluginOf(command);
    if (plugin === undefined) {
      const lack = lackOf(command);
      return command.byBridge
        ? hintFor(code)
        : `${lack.charAt(0).toUpperCase()}${lack.slice(1)}, and do not repeat the call.`;
    }
    return `The core plugin "${plugin}" is probably off: ask the user to turn it on in Obsidian → Settings → Core plugins, and do not repeat the call.`;
  }
  if (code === 'cli_failed') {
    // What a reading command printed before a signal is not the reason.
    if (stderr.trim() === '' || (isSignal(exitCode) && command.kind === 'read')) return SAID_NOTHING;
    if (/Missing required parameter/.test(stderr)) return `Usage: ${usage(command)}`;
    for (const [words, hint] of REASONS) {
      const found = words.exec(stderr);
      if (found) return hint(found, command);
    }
  }
  return hintFor(code, { command: command.name, settings, isReading: command.kind === 'read' });
}
