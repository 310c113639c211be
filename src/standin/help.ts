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

/** Marks a command whose reply is unknown. */
const NOT_KNOWN = ' (stand-in: not known)';

/** The full help: commands in alphabetical order, then developer commands in their own section. */
export function helpPage(commands: readonly Command[]): string {
  const ordinary = commands.filter((command) => !command.developer);
  const developer = commands.filter((command) => command.developer);
  return `${HEAD}${blocks(ordinary)}\n\n\nDeveloper:\n${blocks(developer)}`;
}

/**
 * The help of one command and its family: `daily` also shows every `daily:` command. An unknown name gets a sentence, not a
 * failure.
 */
export function helpFor(name: string, commands: readonly Command[]): string {
  const found = commands.filter((command) => command.name === name || command.name.startsWith(`${name}:`));
  return found.length > 0 ? blocks(found) : `No commands matching "${name}".${suggestion(name, commands)}`;
}

function blocks(commands: readonly Command[]): string {
  const sorted = [...commands].sort((a, b) => compare(a.name, b.name));
  return sorted.map(block).join('\n\n');
}

/** A command's line, followed by one for each option. */
export function block(command: Command): string {
  const line = `  ${column(command.name, 22)}${command.summary}${command.isReplyUnknown ? NOT_KNOWN : ''}`;
  return [line, ...command.options.map(optionLine)].join('\n');
}

function optionLine(option: Option): string {
  const note = option.required ? ' (required)' : '';
  return `    ${column(option.token, 20)}- ${option.description}${note}`;
}

/** Pads text to a column's width; longer text gets two spaces after it. */
function column(text: string, width: number): string {
  return text.length < width ? text.padEnd(width) : `${text}  `;
}
