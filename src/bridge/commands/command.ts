import type { CommandKind, NothingFound, SecondQuestion, Success, Target } from './records/command-record';

export interface CommandParameter {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, where the program takes only these. */
  readonly values?: readonly string[];
  /** What stands for a free value, for example `<path>`. */
  readonly placeholder: string;
  readonly defaultValue?: string;
  /** Given as a word of its own, not as `name=value`. */
  readonly positional: boolean;
  readonly description: string;
  /** An empty value means something, although the parameter is required. */
  readonly mayBeEmpty?: boolean;
  /** Whether the value must not point outside the vault; undefined where the parameter is not documented. */
  readonly staysInVault?: boolean;
  /** Whether the value names a template, theme, snippet or plugin. */
  readonly namesResource?: boolean;
  /** Whether the value is an address on the web. */
  readonly isWebAddress?: boolean;
  /** A value for examples. */
  readonly sample?: string;
  /** Part of an example although it is optional. */
  readonly shownInExample?: boolean;
  /** Only the running app's `help` tells of it. */
  readonly isLive?: boolean;
}

export interface CommandFlag {
  readonly name: string;
  readonly description: string;
  /** With this flag, a second call does not show the same again. */
  readonly repeatable?: boolean;
  /** Parameters of which one must be given with this flag. */
  readonly needs?: readonly string[];
  /** Only the running app's `help` tells of it. */
  readonly isLive?: boolean;
}

/** One command of the program, documented or from the running app, with all that the interfaces need to know about it. */
export interface Command {
  /** The name in colon form. */
  readonly name: string;
  readonly category: string;
  readonly kind: CommandKind;
  /** Whether the running app offers it now, as far as is known; one that it does not offer runs all the same when asked for. */
  readonly available: boolean;
  /** Needs the dangerous-commands opt-in. */
  readonly dangerous: boolean;
  /** It creates the note it prints where that is missing; the command named here tells the note's path and creates nothing. */
  readonly creates?: string;
  /** It can disable, remove, replace or reload the plugin that runs the bridge. */
  readonly canHarmBridge: boolean;
  /** Whether it replaces the text of the note it acts on. */
  readonly overwrites?: boolean;
  readonly summary: string;
  /** What a caller should also know, or empty. */
  readonly note: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
  /** It changes something only with one of these parameters and flags; without them it reports. */
  readonly changesOnlyWith?: readonly string[];
  readonly target: Target;
  /** What the output of a successful run looks like. */
  readonly success: Success;
  readonly nothing?: NothingFound;
  /** What is asked when the answer is neither clearly a success nor a failure. */
  readonly question?: SecondQuestion;
  /** Whether it prints text that users wrote. */
  readonly printsUserText: boolean;
  /** Whether running it again shows the same and changes nothing, unless a flag says otherwise. */
  readonly repeatable: boolean;
  /** Words that people use for it who do not know the app's own terms. */
  readonly searchWords: string;
  /** What to use where the app does not offer this command. */
  readonly instead?: string;
  /** Documented, or only known from the running app's `help`. */
  readonly origin: 'builtin' | 'live';
}

/** The command with its parameters and flags in one line, in the notation of the program's own help. */
export function usage(command: Command): string {
  const parameters = command.parameters.map((parameter) => {
    const value = parameter.values?.join('|') ?? parameter.placeholder;
    const text = parameter.positional ? value : `${parameter.name}=${value}`;
    return parameter.required ? text : `[${text}]`;
  });
  return [command.name, ...parameters, ...command.flags.map((flag) => `[${flag.name}]`)].join(' ');
}
