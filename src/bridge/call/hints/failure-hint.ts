import { corePluginOf, remedyFor } from '../../commands/catalogue/unavailable';
import { usageHint } from '../../commands/catalogue/usage';
import { endsOf } from '../../cli/program-messages';
import { hintFor } from '../../errors';
import { fixFor } from '../../notes/frontmatter-fix';
import type { BridgeError } from '../../errors';
import type { Command } from '../../commands/catalogue/command';
import type { Call } from '../call';
import { isSignal } from '../judge/verdict';
import { isHost } from '../vault/vault-choice';
import { newPathOf } from '../../notes/new-note-path';

/** Failure messages of the program, and a hint for each. The first match counts. */
const REASONS: readonly (readonly [words: RegExp, hint: (found: RegExpExecArray, call: Call) => string])[] = [
  [
    /Line \d+ is out of range \(file has (\d+) lines?\)/,
    ([, lines]) =>
      `The note has ${lines} lines: run tasks for the same note with format=json to see in which lines its tasks are.`,
  ],
  [
    /Plugin "[^"]*" not found/,
    () =>
      'It is not installed: run plugins to list the ids of installed plugins, or plugin:install to install one.',
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
  [
    /Templates plugin is not enabled/,
    () => 'Ask the user to turn on the core plugin "Templates" in Obsidian → Settings → Core plugins.',
  ],
  [
    /Template folder "[^"]*" not found/,
    () => 'Ask the user to choose a folder that exists in Obsidian → Settings → Templates.',
  ],
  [/Template "[^"]*" not found/, () => 'Run templates to list the names of all templates.'],
  [
    /No active (?:file|editor)/,
    (_, { command: { target } }) =>
      target.parameters.includes('path')
        ? 'Name the note with path or file, or open one first with open.'
        : 'It only works on the note open in the app: open one first with open.',
  ],
  [
    /View not found/,
    () => 'Read the base to see the names of its views (base:views lists only those of the open base).',
  ],
  [/Base file not found/, () => 'Run bases to list the paths of all bases.'],
  [/Folder "[^"]*" not found/, () => 'Run folders to list the paths of all folders.'],
  [/No markdown files found/, () => 'There is no note there: run folders to list the paths of all folders.'],
  [
    /"([^"]*)" is a folder, not a file/,
    ([, folder], { command }) =>
      (command.moves ? undefined : command.notTaken?.['folder']) ??
      `${command.moves ? 'To move or rename a folder, use cli-bridge:folder with to; or move its files one by one' : 'It takes one file'}: run files with folder="${folder}" to list them.`,
  ],
  [/is a file, not a folder/, () => 'It takes a folder: leave off the name of the file.'],
  [/name cannot contain "\/"/, () => 'Give the folder in path, and only the name in name.'],
  [
    /File name cannot contain/,
    () => 'Choose a name without these characters. A slash is one of them: give folders in path.',
  ],
  [
    /ENOENT: no such file or directory/,
    (_, { command }) =>
      command.moves
        ? 'The folder does not exist, and this does not create it: create a note in it first.'
        : 'The file or one of its folders no longer exists: run files to list the paths of all files.',
  ],
  [
    /Command "[^"]*" not found\. Use "commands"/,
    () => 'Run commands to list the ids of all commands, or with filter for those of one plugin.',
  ],
  [/Tab group "[^"]*" not found/, () => 'Run workspace with the flag ids for the ids of the tab groups.'],
  [/Workspace "[^"]*" not found/, () => 'Run workspaces to list the names of all saved layouts.'],
  [
    /Property "[^"]*" not found/,
    () =>
      'Run properties for the note to list its properties; case matters. A property that was just set may take a moment to show up.',
  ],
  [
    /Sync is not set up/,
    () => 'Ask the user to connect this vault in Obsidian → Settings → Sync, and do not repeat the call.',
  ],
  [/Destination file already exists/, (_, call) => inTheWay(call)],
  [/Word count is only available/, () => 'Only notes are counted: give a path that ends in .md.'],
  [/File is not a markdown file/, () => 'The command takes notes only: give a path that ends in .md.'],
  [/Debugger not attached/, () => 'Run dev:debug with the flag on first.'],
  [/Invalid date format/, () => 'Write the date as YYYY-MM-DD.'],
  [/Invalid datetime format/, () => 'Write date and time as YYYY-MM-DDTHH:mm.'],
  [/Invalid number/, () => 'Write the number in digits, or leave out type=number.'],
  [/Invalid selector/, () => 'Write a CSS selector, such as .workspace-leaf or #id.'],
  [
    /Invalid search query|Operator "[^"]*" not recognized/,
    () => 'Put quotation marks around words that contain a colon or a bracket. A property is [name:value].',
  ],
  [/YAML(?:Parse|Semantic)?Error: /, yamlHint],
  [/Tag "[^"]*" not found/, () => 'Run tags to list all tags; case matters.'],
];

/** The parser names a line of the frontmatter and quotes it below. */
function yamlHint({ input, index }: RegExpExecArray, { mayRead }: Call): string {
  const [first = '', ...rest] = input.slice(index).split(/\r?\n/);
  const number = /at line (\d+), column \d/.exec(first)?.[1];
  if (number === undefined)
    return 'The frontmatter of the note is not valid YAML: read the note, and fix that with cli-bridge:edit.';
  // The parser counts from the line below the first ---.
  const line = Number(number) + 1;
  const quoted = rest.find((each) => each.trim() !== '') ?? '';
  const fix = mayRead ? fixFor(`---\n${quoted}\n---\n`, { line: 2, reason: '' }) : undefined;
  const how = fix
    ? `with old=${JSON.stringify(fix.old)} and new=${JSON.stringify(fix.new)}`
    : 'once you have read it';
  return `Line ${line} of the note, in its frontmatter, is not valid YAML: fix it with cli-bridge:edit, ${how}.`;
}

function inTheWay({ line: { parameters }, note: { target, path } }: Call): string {
  const other = parameters.has('to') ? 'another path in to' : 'another name';
  return path === undefined || target.kind === 'open'
    ? `Give ${other}.`
    : `"${newPathOf(parameters, path)}" is in the way: give ${other}.`;
}

const SAID_NOTHING =
  'The CLI did not say why. If the command changes something, check that before you repeat it; if it keeps failing, ask the user whether Obsidian works.';

const OPENING = 'The vault may still be opening: wait a few seconds and call once more. If it fails again: ';

/** Whether the program may lack the command only because the vault is still opening. */
function isOpening({ line: { vault }, vaultRules, context }: Call): boolean {
  return vault !== undefined && !isHost(vault, vaultRules.host) && !context.client.isOpen(vault);
}

/** What to do about a command that the app does not offer. */
function missingHint(command: Command): string {
  if (command.instead !== undefined) return command.instead;
  const plugin = corePluginOf(command);
  if (plugin !== undefined)
    return `The core plugin "${plugin}" is probably off: ask the user to turn it on in Obsidian → Settings → Core plugins, and do not repeat the call.`;
  const remedy = remedyFor(command);
  return `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}, and do not repeat the call.`;
}

/** The next step after a failure that the program reported. */
export function failureHint(call: Call, { code, ran }: BridgeError): string | undefined {
  const { command, caller } = call;
  const { stderr = '', exitCode = 1 } = ran ?? {};
  if (code === 'command_unavailable') {
    if (command.byBridge) return hintFor(code);
    return `${isOpening(call) ? OPENING : ''}${missingHint(command)}`;
  }
  if (code === 'cli_failed') {
    // If a signal ended a reading command, its output does not explain the failure.
    const said = endsOf(stderr);
    if (said.trim() === '' || (isSignal(exitCode) && command.kind === 'read')) return SAID_NOTHING;
    if (/Missing required parameter/.test(said)) return usageHint(command);
    for (const [words, hint] of REASONS) {
      const found = words.exec(said);
      if (found) return hint(found, call);
    }
  }
  return hintFor(code, {
    command: command.name,
    interface: caller.interface,
    isReading: command.kind === 'read',
  });
}
