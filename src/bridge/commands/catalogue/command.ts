import type { CommandRecord, ParameterFacts, CommandTarget } from '../records/command-record';

/** A parameter, with the defaults of its record filled in. */
export interface CommandParameter extends Omit<ParameterFacts, 'required' | 'positional'> {
  readonly name: string;
  readonly required: boolean;
  readonly positional: boolean;
  /** The allowed values, if the program takes no others. */
  readonly values?: readonly string[];
  /** The placeholder for a free value, for example `<path>`. */
  readonly placeholder: string;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

export interface CommandFlag {
  readonly name: string;
  readonly description: string;
  /** False if a second call with this flag does not show the same output. */
  readonly repeatable?: false;
  /** Requires one of these parameters. */
  readonly needs?: readonly string[];
  /** Even short lists explain this flag, because its name does not. */
  readonly explain?: true;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

/** Optional in a record, always present in a command. */
type FilledIn =
  | 'note'
  | 'dangerous'
  | 'canHarmBridge'
  | 'printsUserText'
  | 'repeatable'
  | 'target'
  | 'parameters'
  | 'flags';

/** A command, documented or from the running app, with the defaults of its record filled in. */
export interface Command extends Omit<CommandRecord, FilledIn> {
  /** The name in colon form. */
  readonly name: string;
  readonly category: string;
  /**
   * Whether the running app's `help` lists it. Before the help has been read, all documented commands count as available, except
   * those that no app has. An unavailable command can still be called.
   */
  readonly available: boolean;
  readonly dangerous: boolean;
  readonly canHarmBridge: boolean;
  /** May be empty. */
  readonly note: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
  readonly target: CommandTarget;
  readonly printsUserText: boolean;
  /** Whether running it again shows the same output and changes nothing, unless a flag says otherwise. */
  readonly repeatable: boolean;
  /** `live` if only known from the running app's `help`. */
  readonly origin: 'builtin' | 'live';
}

/** A parameter's description, with its default value. */
export function meaningOf({ description, defaultValue }: CommandParameter): string {
  return defaultValue === undefined || description.includes('default')
    ? description
    : `${description} (default: ${defaultValue})`;
}
