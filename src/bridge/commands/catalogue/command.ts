import type { CommandRecord, ParameterFacts, Target } from '../records/command-record';

/** A parameter: what its record says, with all that is left out there filled in. */
export interface CommandParameter extends Omit<ParameterFacts, 'required' | 'positional'> {
  readonly name: string;
  readonly required: boolean;
  readonly positional: boolean;
  /** The allowed values, if the program takes only these. */
  readonly values?: readonly string[];
  /** The placeholder for a free value, for example `<path>`. */
  readonly placeholder: string;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

export interface CommandFlag {
  readonly name: string;
  readonly description: string;
  /** False if a second call with this flag does not show the same again. */
  readonly repeatable?: false;
  /** This flag needs one of these parameters. */
  readonly needs?: readonly string[];
  /** The name does not say what it means, so lists that are short otherwise explain it. */
  readonly explain?: true;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

/** What a record may leave out, and a command has filled in. */
type FilledIn =
  | 'note'
  | 'dangerous'
  | 'canHarmBridge'
  | 'printsUserText'
  | 'repeatable'
  | 'target'
  | 'parameters'
  | 'flags';

/** One command of the program, documented or from the running app: what its record says, with all that is left out there. */
export interface Command extends Omit<CommandRecord, FilledIn> {
  /** The name in colon form. */
  readonly name: string;
  readonly category: string;
  /**
   * Whether the app offers it now: its `help` lists it. Before the help has been read, all documented commands count as
   * offered, except those that no app has. A command that is not offered still runs when called.
   */
  readonly available: boolean;
  readonly dangerous: boolean;
  readonly canHarmBridge: boolean;
  /** Empty where there is nothing else to know. */
  readonly note: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
  readonly target: Target;
  readonly printsUserText: boolean;
  /** Whether running it again shows the same and changes nothing, unless a flag says otherwise. */
  readonly repeatable: boolean;
  /** Documented, or only known from the running app's `help`. */
  readonly origin: 'builtin' | 'live';
}
