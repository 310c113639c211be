import type { Command, Option } from './command';
import { Failure } from './failure';
import { suggestion } from './nearest';

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

/** The whole help: commands in alphabetical order, developer commands in a section of their own. */
export function helpPage(commands: readonly Command[]): string {
  const sorted = [...commands].sort((a, b) => compare(a.name, b.name));
  const ordinary = sorted.filter((command) => !command.developer);
  const developer = sorted.filter((command) => command.developer);
  return `${HEAD}${blocks(ordinary)}\n\n\nDeveloper:\n${blocks(developer)}`;
}

/**
 * The help of one command and its family: `daily` shows `daily` and everything that begins with `daily:` (read from the
 * code of 1.13.4).
 * @throws Failure when there is no such command
 */
export function helpFor(name: string, commands: readonly Command[]): string {
  const found = commands.filter((command) => command.name === name || command.name.startsWith(`${name}:`));
  if (found.length > 0) return blocks(found.sort((a, b) => compare(a.name, b.name)));
  throw new Failure(`No commands matching "${name}".${suggestion(name, commands)}`);
}

function blocks(commands: readonly Command[]): string {
  return commands.map(block).join('\n\n');
}

/** One command: a line for it, and one for each option. */
export function block(command: Command): string {
  const line = `  ${column(command.name, 22)}${command.summary}`;
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The usage line of a command. Observed for a command with a single parameter; leaving out optional parameters is a
 * guess.
 */
export function usage(command: Command): string {
  const tokens = command.options.filter((option) => option.required).map((option) => option.token);
  return `Usage: ${[command.name, ...tokens].join(' ')}`;
}
