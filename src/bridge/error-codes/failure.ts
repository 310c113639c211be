/** One kind of failure: its HTTP status, the sentence that people read, and the next step. Its meaning is in docs/errors.md. */
export interface Failure<Facts = never> {
  readonly status: number;
  readonly sentence: (facts: Facts) => string;
  readonly hint?: Hint | undefined;
}

/** The next step after a failure; absent if nobody can do anything about it. */
type Hint = string | ((facts: HintFacts) => string | undefined);

/** The facts that a hint may need about the call that failed. */
export interface HintFacts {
  readonly command?: string | undefined;
  /** The interface of the call, whose terms the hint uses. */
  readonly interface?: 'rest' | 'mcp' | 'host' | undefined;
  /** Whether the command only reads. */
  readonly isReading?: boolean | undefined;
  /** Whether it writes text of any length into a note, or changes a part of one. */
  readonly writes?: 'text' | 'part' | undefined;
  /** The label of the setting that refuses it. */
  readonly setting?: string | undefined;
}

export function failure<Facts = unknown>(
  status: number,
  sentence: (facts: Facts) => string,
  hint?: Hint,
): Failure<Facts> {
  return { status, sentence, hint };
}

export function duration(seconds: number): string {
  const hours = seconds / 3_600;
  if (hours >= 1) return `${hours} hours`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

export const TURN_ON_CLI =
  'Ask the user to turn on "Command line interface" in Obsidian → Settings → General → Advanced.';

/** Points to the description of the command. */
export function describe({ command, interface: through }: HintFacts): string {
  return `${whereDescribed(command, through)} to see its parameters, allowed values and flags.`;
}

function whereDescribed(command: string | undefined, through: HintFacts['interface']): string {
  if (through === 'mcp')
    return command === undefined ? 'Call search with command' : `Call search with command="${command}"`;
  if (command === undefined) return 'Run help';
  // The program's help has the bridge's own commands only where the bridge runs in the app.
  return command.startsWith('cli-bridge:')
    ? 'Call GET /api/v1/commands?details=true'
    : `Run help with command=${command}`;
}
