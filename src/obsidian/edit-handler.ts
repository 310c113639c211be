import type { CliData, CliFlags } from 'obsidian';
import type { ProgramControl } from './bridge-controller';

/** What `cli-bridge:edit` takes in a terminal. */
export const EDIT_FLAGS: CliFlags = {
  file: { value: '<name>', description: 'File name' },
  path: { value: '<path>', description: 'File path' },
  old: { value: '<text>', description: 'Exact text to be replaced' },
  new: { value: '<text>', description: 'Text in its place; empty to delete it' },
  all: { description: 'Replace every occurrence' },
  heading: { value: '<heading>', description: 'Heading of the section to change' },
  content: { value: '<text>', description: 'Text for the section' },
  mode: { value: 'replace|append|prepend', description: 'What to do with the section (default: replace)' },
};

/** The parameters in which `\n` and `\t` mean a line break and a tab, as in the CLI's own commands. */
const TEXTS: ReadonlySet<string> = new Set(['old', 'new', 'content']);

/**
 * Edits a note for a user at a terminal, in the words of the CLI.
 * @param name the command's name
 * @returns what to print
 */
export async function editFromTerminal(
  program: Pick<ProgramControl, 'runOwn'>,
  name: string,
  data: CliData,
): Promise<string> {
  const unknown = Object.keys(data).find((key) => !Object.hasOwn(EDIT_FLAGS, key));
  if (unknown !== undefined) return `Error: Unknown parameter: ${unknown}`;
  const flags = Object.keys(data).filter((key) => EDIT_FLAGS[key]?.value === undefined);
  const parameters = Object.entries(data)
    .filter(([key]) => !flags.includes(key))
    .map(([key, value]) => [key, TEXTS.has(key) ? decoded(value) : value] as const);
  try {
    const { code, stdout, stderr, error } = await program.runOwn(name, new Map(parameters), flags);
    if (code === undefined) return stdout;
    const said = stderr.trim();
    // What is in the note now matters more than the reason.
    if (code === 'write_incomplete') return asError(`${error ?? code} ${said}`.trim());
    // The CLI's own words if it was the CLI that failed.
    return asError(said || (error ?? code));
  } catch (error) {
    return asError(error instanceof Error ? error.message : String(error));
  }
}

function decoded(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

function asError(reason: string): string {
  return reason.startsWith('Error:') ? reason : `Error: ${reason}`;
}
