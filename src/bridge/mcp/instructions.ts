import type { Command } from '../commands/command';

/** Clients cut the instructions after this many characters. */
const LIMIT = 2_048;

const INTRODUCTION =
  "Runs commands of the official Obsidian CLI in the user's vault. Call `search` with what you want to do, then give `execute` the command as search shows it. " +
  '`path` is the exact path from the vault root with .md; `file` is a note name as in a wikilink. With neither, most file commands act on the note open in Obsidian: name the note.\n' +
  'Commands by category:\n';

/**
 * The text for a model that has just connected (in `initialize` and `server/discover`): how search leads to execute, path
 * versus file, the open note, and as many names by category as fit.
 */
export function instructionsFor(commands: readonly Command[]): string {
  let text = INTRODUCTION;
  for (const [category, names] of namesByCategory(commands)) {
    const line = `${category}: ${names.join(' ')}\n`;
    const room = LIMIT - text.length;
    if (line.length <= room) {
      text += line;
      continue;
    }
    const more = ' … (see search)';
    const cut = line.slice(0, room - more.length);
    return cut.includes(': ') ? cut.slice(0, cut.lastIndexOf(' ')) + more : text;
  }
  return text.trimEnd();
}

/** Command names by category, in the order of the list. */
export function namesByCategory(commands: readonly Command[]): Map<string, string[]> {
  const categories = new Map<string, string[]>();
  for (const { category, name } of commands) {
    const names = categories.get(category);
    if (names) names.push(name);
    else categories.set(category, [name]);
  }
  return categories;
}
