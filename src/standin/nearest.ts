import type { Command } from './command';
import { compare } from './order';

const MAX_SUGGESTIONS = 3;
const MAX_EDITS = 3;

/**
 * The text ` Did you mean: a, b, c?` with the best three commands that begin with the name, contain it, or differ from it
 * in at most three letters, in this order. Empty when none does. Ignores case.
 */
export function suggestion(name: string, commands: readonly Command[]): string {
  const near = commands
    .map((command) => ({ name: command.name, rank: rankOf(name.toLowerCase(), command.name.toLowerCase()) }))
    .filter(({ rank }) => rank <= MAX_EDITS)
    .sort((a, b) => a.rank - b.rank || compare(a.name, b.name))
    .slice(0, MAX_SUGGESTIONS);
  return near.length > 0 ? ` Did you mean: ${near.map((command) => command.name).join(', ')}?` : '';
}

function rankOf(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return -1;
  return name.includes(wanted) ? 0 : editDistance(wanted, name);
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? Infinity;
}
