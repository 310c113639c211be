import { printable } from './printable';

/** Checks the form of a pattern. @returns the problem, without a period, or undefined */
export function patternProblem(pattern: string): string | undefined {
  // A command name as the app shows it, a prefix wildcard, or `*` for all. A slash means a colon.
  const form = /^(?:\*|[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*(?:[:/][\p{L}\p{M}\p{N}_.-]+)*(?:[:/]?\*)?)$/u;
  if (form.test(pattern.trim())) return undefined;
  return `"${printable(pattern, 60)}" is neither a command, such as delete, nor a prefix wildcard, such as dev:*`;
}

/** Whether a pattern (a name, or a prefix wildcard such as `daily:*`) matches the name, ignoring case and outer spaces. */
export function matchesPattern(pattern: string, name: string): boolean {
  const wanted = plainPattern(pattern);
  const given = name.toLowerCase();
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

/** A pattern in the form used for comparison. */
export function plainPattern(pattern: string): string {
  return pattern.trim().toLowerCase().replaceAll('/', ':');
}
