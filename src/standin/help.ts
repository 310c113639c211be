import type { Command, Option } from './command';
import { suggestion } from './nearest';
import { compare } from './order';

const HEAD = `Obsidian CLI

Usage: obsidian <command> [options]

Options:
  vault=<name>          Target a specific vault by name

Notes:
  file resolves by name (like wikilinks), path is exact (folder/note.md)
  Most commands default to the active file when file/path is omitted
  Quote values with spaces: name="My Note"
  Use \\n for newline, \\t for tab in content values

Commands:
`;

/** What the help says of a command whose reply is not known. */
const NOT_KNOWN = ' (stand-in: not known)';

/** The whole help: commands in alphabetical order, developer commands in a section of their own. */
export function helpPage(commands: readonly Command[]): string {
  const ordinary = commands.filter((command) => !command.developer);
  const developer = commands.filter((command) => command.developer);
  return `${HEAD}${blocks(ordinary)}\n\n\nDeveloper:\n${blocks(developer)}`;
}

/**
 * The help of one command and its family: `daily` shows `daily` and everything that begins with `daily:`. An unknown one is
 * answered by a sentence, which is no failure.
 */
export function helpFor(name: string, commands: readonly Command[]): string {
  const found = commands.filter((command) => command.name === name || command.name.startsWith(`${name}:`));
  return found.length > 0 ? blocks(found) : `No commands matching "${name}".${suggestion(name, commands)}`;
}

function blocks(commands: readonly Command[]): string {
  const sorted = [...commands].sort((a, b) => compare(a.name, b.name));
  return sorted.map(block).join('\n\n');
}

/** One command: a line for it, and one for each option. */
export function block(command: Command): string {
  const line = `  ${column(command.name, 22)}${command.summary}${command.isReplyUnknown ? NOT_KNOWN : ''}`;
  return [line, ...command.options.map(optionLine)].join('\n');
}

function optionLine(option: Option): string {
  const note = option.required ? ' (required)' : '';
  return `    ${column(option.token, 20)}- ${option.description}${note}`;
}

/** Pads to the column's width; longer text gets two spaces after it. */
function column(text: string, width: number): string {
  return text.length < width ? text.padEnd(width) : `${text}  `;
}
