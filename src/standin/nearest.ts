import type { Command } from './command';

const MAX_SUGGESTIONS = 3;

/**
 * The text ` Did you mean: a, b?`, or nothing when no command is similar (observed on 1.12.7). How the official program
 * measures similarity is not known; here: the same last part, or an edit distance of at most two.
 */
export function suggestion(name: string, commands: readonly Command[]): string {
  const near = commands
    .map((command) => ({ name: command.name, distance: nearness(name.toLowerCase(), command.name) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS);
  return near.length > 0 ? ` Did you mean: ${near.map((command) => command.name).join(', ')}?` : '';
}

function nearness(wanted: string, name: string): number {
  if (name.endsWith(`:${wanted}`) || wanted.endsWith(`:${name}`)) return 1;
  if (Math.abs(wanted.length - name.length) > 2 || wanted.length < 4) return Infinity;
  return editDistance(wanted, name);
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
