import { withVisibleCodes } from '../../text/printable';
import type { CommandFlag, CommandParameter } from './command';
import { isOptionName } from './option-name';

/** A command as described by the running app's `help`. */
export interface HelpEntry {
  readonly name: string;
  readonly summary: string;
  /** The heading of its section, such as `Commands` or `Developer`. */
  readonly section: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
}

const SECTION = /^(\S.*)[:：]\s*$/;
const INDENTED_WORD = /^ {2}(\S+)/;
const OPTION = /^ {4}(\S+)( +)-(?: (.*))?$/;
const PARAMETER = /^([^=\s]+)="?([^"]*)"?$/;
/** Sections without commands. In other languages, the form of their lines rules them out. */
const OTHER_SECTIONS: ReadonlySet<string> = new Set(['Options', 'Notes', 'Usage']);
/** Maximum length of a help text. With the usual plugins, it has about 16,000 characters. */
const MAX_CHARS = 100_000;
/** Maximum number of parameters, and of flags, per command; a call takes no more. */
const MAX_OPTIONS = 100;
/** Maximum length of a name; a call takes none that is longer. */
const MAX_NAME_CHARS = 200;
const MAX_PLACEHOLDER_CHARS = 100;
/** A name or option this long fills its column, so it may be followed by a single space. */
const FULL_COLUMN = 19;

/** A command name. Cannot be mistaken for an option or a parameter. */
export const COMMAND_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*(?::[\p{L}\p{M}\p{N}_.-]+){0,20}$/u;

/** Whether a call can use this name and it has no invisible characters, which would let it pass for another name. */
function isCommandName(name: string): boolean {
  return COMMAND_NAME.test(name) && name.length <= MAX_NAME_CHARS && isVisible(name);
}

function isVisible(text: string): boolean {
  return withVisibleCodes(text) === text;
}

/** A line in the form of a command. */
interface HelpLine {
  readonly name: string;
  readonly summary: string;
  /** Where the summary begins, if there is one. */
  readonly column: number | undefined;
}

/**
 * Parses the output of `help`: sections in column 0, commands indented by two spaces, options by four. Ignores other lines, so
 * that new releases cannot break it, and options that no call can name. Shows invisible characters as codes. Returns no entries
 * for a text that is too long.
 */
export function parseHelp(text: string): HelpEntry[] {
  if (text.length > MAX_CHARS) return [];
  const lines = text.split(/\r?\n/);
  const isLayout = layoutOf(lines);
  const entries: HelpEntry[] = [];
  let section: string | undefined;
  let current: { parameters: CommandParameter[]; flags: CommandFlag[] } | undefined;
  lines.forEach((line, index) => {
    const heading = SECTION.exec(line)?.[1]?.trim();
    if (heading !== undefined) {
      if (!isLayout.heading(index)) return;
      section = OTHER_SECTIONS.has(heading) ? undefined : heading;
      current = undefined;
      return;
    }
    if (section === undefined) return;
    const command = readCommand(line);
    if (command) {
      if (!isLayout.command(index, command)) return;
      const { name, summary } = command;
      const parameters: CommandParameter[] = [];
      const flags: CommandFlag[] = [];
      current = isCommandName(name) ? { parameters, flags } : undefined;
      if (current) entries.push({ name, summary: withVisibleCodes(summary), section, parameters, flags });
      return;
    }
    const [, token, gap = '', description = ''] = OPTION.exec(line) ?? [];
    if (token === undefined || !current || (gap.length < 2 && token.length < FULL_COLUMN)) return;
    const text = withVisibleCodes(description.trim());
    const parameter = readOption(token, text);
    const option = parameter ?? { name: token, description: text };
    if (!isOptionName(option.name)) return;
    const { parameters, flags } = current;
    if (parameter && parameters.length < MAX_OPTIONS) parameters.push(parameter);
    else if (!parameter && flags.length < MAX_OPTIONS) flags.push(option);
  });
  return entries;
}

function readCommand(line: string): HelpLine | undefined {
  const name = INDENTED_WORD.exec(line)?.[1];
  if (name === undefined) return undefined;
  const rest = line.slice(2 + name.length);
  const summary = rest.trim();
  const gap = rest.length - rest.trimStart().length;
  if (summary !== '' && gap < 2 && name.length < FULL_COLUMN) return undefined;
  return { name, summary, column: summary === '' ? undefined : 2 + name.length + gap };
}

/**
 * Tells real headings and commands from lines of a multi-line summary that look like them. The program puts empty lines between
 * commands and aligns their summaries in one column. If a text does not follow that layout, every line in the form of a command
 * counts.
 */
function layoutOf(lines: readonly string[]): {
  heading(index: number): boolean;
  command(index: number, command: HelpLine): boolean;
} {
  const isEmpty = (index: number): boolean => (lines[index] ?? '').trim() === '';
  const isHeading = (index: number): boolean => SECTION.test(lines[index] ?? '') && isEmpty(index - 1);
  let separate = 0;
  let others = 0;
  let column: number | undefined;
  lines.forEach((line, index) => {
    const command = readCommand(line);
    if (!command || !COMMAND_NAME.test(command.name)) return;
    const isFirst = isHeading(index - 1);
    if (isEmpty(index - 1)) separate += 1;
    else if (!isFirst) others += 1;
    const fits = command.name.length < FULL_COLUMN;
    if (fits && (isFirst || isEmpty(index - 1))) column ??= command.column;
  });
  if (separate < 2 || separate < others) return { heading: () => true, command: () => true };
  return {
    heading: isHeading,
    command: (index, { name, column: own }) =>
      (isEmpty(index - 1) || isHeading(index - 1)) &&
      (own === undefined || column === undefined || own === column || 3 + name.length > column),
  };
}

function readOption(token: string, description: string): CommandParameter | undefined {
  const positional = /^<([^>]+)>$/.exec(token)?.[1];
  const required = description.includes('(required)');
  const text = description.replace('(required)', '').trim();
  if (positional !== undefined) {
    return { name: positional, required, placeholder: shown(token), positional: true, description: text };
  }
  const [, name, value] = PARAMETER.exec(token) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const isChoice = value.includes('|') && !value.startsWith('<');
  const values = isChoice ? value.split('|').filter(isVisible) : undefined;
  const defaultValue = /\(default:? ([^()]{1,200})\)/.exec(text)?.[1];
  return {
    name,
    required,
    placeholder: shown(value),
    positional: false,
    description: text,
    ...(values && values.length > 0 && { values }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}

function shown(placeholder: string): string {
  return withVisibleCodes(placeholder).slice(0, MAX_PLACEHOLDER_CHARS);
}
