import type { CommandFlag, CommandParameter } from './command';

/** A command as the running app's `help` describes it. */
export interface HelpEntry {
  readonly name: string;
  readonly summary: string;
  /** The heading above it, for example `Commands` or `Developer`. */
  readonly section: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
}

const SECTION = /^(\S.*):\s*$/;
const COMMAND = /^ {2}(\S+)(?: (.*))?$/;
const OPTION = /^ {4}(\S+) +- ?(.*)$/;
const PARAMETER = /^([^=\s]+)="?([^"]*)"?$/;
/** Headings whose lines are not commands. */
const OTHER_SECTIONS: ReadonlySet<string> = new Set(['Options', 'Notes', 'Usage']);
/** Maximum characters of a help text; with the usual plugins it has about 16,000. */
const MAX_CHARS = 1_000_000;

/** A command name: nothing that could be taken for an option or a parameter. */
export const COMMAND_NAME = /^[A-Za-z0-9][\w.-]*(?::[\w.-]+){0,20}$/;

/**
 * Parses the output of `help`: sections in column 0, commands indented by two spaces, options by four. Other lines are
 * ignored, so a new release cannot break it. Gives nothing for a text that is too long.
 */
export function parseHelp(text: string): HelpEntry[] {
  if (text.length > MAX_CHARS) return [];
  const entries: HelpEntry[] = [];
  let section: string | undefined;
  let current: { parameters: CommandParameter[]; flags: CommandFlag[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = SECTION.exec(line)?.[1];
    if (heading !== undefined) {
      section = OTHER_SECTIONS.has(heading) ? undefined : heading;
      current = undefined;
      continue;
    }
    if (section === undefined) continue;
    const [, name, summary = ''] = COMMAND.exec(line) ?? [];
    if (name !== undefined) {
      const parameters: CommandParameter[] = [];
      const flags: CommandFlag[] = [];
      current = COMMAND_NAME.test(name) ? { parameters, flags } : undefined;
      if (current) entries.push({ name, summary: summary.trim(), section, parameters, flags });
      continue;
    }
    const [, token, description = ''] = OPTION.exec(line) ?? [];
    if (token === undefined || !current) continue;
    const parameter = readOption(token, description.trim());
    if (parameter) current.parameters.push(parameter);
    else current.flags.push({ name: token, description: description.trim() });
  }
  return entries;
}

function readOption(token: string, description: string): CommandParameter | undefined {
  const positional = /^<([^>]+)>$/.exec(token)?.[1];
  const required = description.includes('(required)');
  const text = description.replace('(required)', '').trim();
  if (positional !== undefined) {
    return { name: positional, required, placeholder: token, positional: true, description: text };
  }
  const [, name, value] = PARAMETER.exec(token) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const values = value.includes('|') && !value.startsWith('<') ? value.split('|') : undefined;
  const defaultValue = /\(default:? ([^)]{1,200})\)/.exec(text)?.[1];
  return {
    name,
    required,
    placeholder: value,
    positional: false,
    description: text,
    ...(values && { values }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}
