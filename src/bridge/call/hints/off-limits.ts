/** A command's name after a verb, before one, or with a colon. Over MCP, `search with command` is the tool. */
const NAMED =
  /\b(?:[Rr]un|[Uu]se|[Cc]all|command) (?!search with)([a-z][\w:-]*\w)|(?<![\w-])([a-z][\w-]*) (?:lists|finds|shows)\b|(?<![\w:-])([a-z][\w-]*(?::[\w-]+)+)/g;

interface CommandAccess {
  readonly isCommand: (name: string) => boolean;
  /** Whether the caller may run the command without asking. */
  readonly mayRun: (name: string) => boolean;
}

/** The hint, and which of the commands that it names are off-limits for the caller. */
export function withOffLimits(
  hint: string | undefined,
  { isCommand, mayRun }: CommandAccess,
): string | undefined {
  const names = [...(hint ?? '').matchAll(NAMED)].flatMap((found) => found.slice(1).filter(Boolean));
  const offLimits = [...new Set(names)].filter((name) => isCommand(name) && !mayRun(name));
  if (hint === undefined || offLimits.length === 0) return hint;
  return `${hint} This client may not run ${offLimits.join(' and ')} on its own: ask the user.`;
}
