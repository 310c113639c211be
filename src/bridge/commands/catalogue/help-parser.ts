import { withVisibleCodes } from '../../printable';
import type { CommandFlag, CommandParameter } from './command';
import { isOptionName } from './option-name';

/** A command as the running app's `help` describes it. */
export interface HelpEntry {
  readonly name: string;
  readonly summary: string;
  /** The heading above it, for example `Commands` or `Developer`. */
  readonly section: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
}

const SECTION = /^(\S.*)[:：]\s*$/;
const INDENTED_WORD = /^ {2}(\S+)/;
const OPTION = /^ {4}(\S+)( +)-(?: (.*))?$/;
const PARAMETER = /^([^=\s]+)="?([^"]*)"?$/;
/** Headings whose lines are not commands. In other languages, the form of their lines shows it. */
const OTHER_SECTIONS: ReadonlySet<string> = new Set(['Options', 'Notes', 'Usage']);
/** Maximum characters of a help text; with the usual plugins it has about 16,000. */
const MAX_CHARS = 100_000;
/** Maximum number of parameters, and of flags, that are kept of a command: a call takes no more. */
const MAX_OPTIONS = 100;
/** Maximum characters of a name; a call takes no longer one. */
const MAX_NAME_CHARS = 200;
/** Maximum characters of a placeholder. */
const MAX_PLACEHOLDER_CHARS = 100;
/** A name or an option of this length fills its column, so a single space may follow it. */
const FULL_COLUMN = 19;

/** A command name, which cannot be mistaken for an option or a parameter. */
export const COMMAND_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*(?::[\p{L}\p{M}\p{N}_.-]+){0,20}$/u;

/** Whether a call can have this name, and no other name looks like it: some letters and marks cannot be seen. */
function isCommandName(name: string): boolean {
  return COMMAND_NAME.test(name) && name.length <= MAX_NAME_CHARS && isSeen(name);
}

function isSeen(text: string): boolean {
  return withVisibleCodes(text) === text;
}

/** A line that has the form of a command's. */
interface HelpLine {
  readonly name: string;
  readonly summary: string;
  /** Where the summary begins; undefined without one. */
  readonly column: number | undefined;
}

/**
 * Parses the output of `help`: sections in column 0, commands indented by two spaces, options by four. Other lines are
 * ignored, so a new release cannot break it; so are options that no call could name. What plugins write has codes in place of
 * characters that cannot be seen. Returns nothing for a text that is too long.
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
 * How to tell the lines of the program from those of a summary with a line break in it, which may look like commands. The
 * program separates commands by empty lines and begins their summaries in one column. Where a text does not keep to that,
 * every line that has the form of a command counts.
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
  const values = isChoice ? value.split('|').filter(isSeen) : undefined;
  const defaultValue = /\(default:? ([^)]{1,200})\)/.exec(text)?.[1];
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
