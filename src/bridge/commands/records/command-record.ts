/** What a command does to the vault or the app. */
export type CommandKind = 'read' | 'write' | 'remove';

/** One command of the program, with everything the bridge knows about it. */
export interface CommandRecord {
  readonly kind: CommandKind;
  /** One sentence on what it does. */
  readonly summary: string;
  /** What a caller should also know. */
  readonly note?: string;
  /** Needs the dangerous-commands opt-in: it can run code, affects the app beyond the vault, or changes what is public. */
  readonly dangerous?: true;
  /** It can disable, remove, replace or reload the plugin that runs the bridge. */
  readonly canHarmBridge?: true;
  /** It replaces the text of the note it acts on. */
  readonly overwrites?: true;
  /** It creates the note it prints where that is missing; the command named here tells the note's path and creates nothing. */
  readonly creates?: string;
  /** In the order of the usage line. */
  readonly parameters?: Readonly<Record<string, ParameterRecord>>;
  readonly flags?: Readonly<Record<string, FlagRecord>>;
  /** It changes something only with one of these parameters and flags; without them it reports. */
  readonly changesOnlyWith?: readonly string[];
  /** What it acts on, where that is a note or file. */
  readonly target?: Target;
  readonly success: Success;
  readonly nothing?: NothingFound;
  /** What is asked when the answer is neither clearly a success nor a failure. */
  readonly question?: SecondQuestion;
  /**
   * It prints text that users wrote, which may read like an error message of the program. Not for a command that can
   * change something: a change that failed must not pass for one that was made.
   */
  readonly printsUserText?: true;
  /** Set for a reading command that answers differently each time. */
  readonly repeatable?: false;
  /** Words that people use for it who do not know the app's own terms. */
  readonly searchWords: string;
  /** What to use where the app does not offer this command. */
  readonly instead?: string;
}

/** A parameter: either it takes one of `values`, or a free value that `placeholder` stands for in the usage line. */
export type ParameterRecord = ParameterFacts &
  ({ readonly values: readonly string[] } | { readonly placeholder: string });

interface ParameterFacts {
  readonly description: string;
  /** It must be given, and must not be empty unless {@link mayBeEmpty} says so. */
  readonly required?: true;
  /** An empty value means something, although the parameter is required. */
  readonly mayBeEmpty?: true;
  readonly defaultValue?: string;
  /** Given as a word of its own, not as `name=value`. */
  readonly positional?: true;
  /**
   * Whether the value must not point outside the vault: true for paths from its root, and for names that become file
   * names. Where this is not stated, the parameter's name decides.
   */
  readonly staysInVault?: boolean;
  /** The value names a template, theme, snippet or plugin, whose file or folder the app finds by that name. */
  readonly namesResource?: true;
  /** The value is an address on the web; another scheme than http and https is refused. */
  readonly isWebAddress?: true;
  /** A value for examples; one of `values` needs none. */
  readonly sample?: string;
  /** Part of an example although it is optional, because without it the example would not show what the command is for. */
  readonly shownInExample?: true;
}

/** A flag: its description, alone or with what else there is to know. */
export type FlagRecord =
  | string
  | {
      readonly description: string;
      /** With it, a second call does not show the same again. */
      readonly repeatable?: false;
      /** Parameters of which one must be given with it. */
      readonly needs?: readonly string[];
    };

/** Which note or file a command acts on. */
export interface Target {
  /** The parameters that name the note or file it acts on. */
  readonly parameters: readonly string[];
  /** The flags that do so. */
  readonly flags?: readonly string[];
  /** What it acts on when none of them is given. */
  readonly without: 'open_note' | 'whole_vault' | 'nothing';
}

/** What the output of a successful run looks like, unless another `format` was asked for. */
export type Success =
  /** One line that only success prints. With `always`, every release prints it, so that silence is suspicious. */
  | { readonly shape: 'confirmation'; readonly line: RegExp; readonly always?: true }
  /**
   * One item per line; each matches `line`, where that is known. With `always`, every successful run prints something, so
   * that silence is suspicious.
   */
  | { readonly shape: 'lines'; readonly line?: RegExp; readonly always?: true }
  /** One path from the vault root per line. */
  | { readonly shape: 'paths' }
  /** One item per line, in columns separated by tabs. */
  | { readonly shape: 'rows'; readonly always?: true }
  /** Lines indented by their level, with box-drawing characters. */
  | { readonly shape: 'tree' }
  | { readonly shape: 'json' }
  /** Text of any form. */
  | { readonly shape: 'text' }
  /** Any text, and then a line that only success prints. */
  | { readonly shape: 'last_line'; readonly line: RegExp }
  /** Not known from any release. */
  | { readonly shape: 'unknown' };

/** The one cheap question that settles an answer which may be a success or a failure. */
export type SecondQuestion =
  /** Whether the note was modified since the call began: the target, the one in this parameter, or today's daily note. */
  | { readonly about: 'modified_note' }
  | { readonly about: 'modified_daily_note' }
  | { readonly about: 'created_note' }
  | { readonly about: 'deleted_note' }
  | { readonly about: 'moved_note' }
  | { readonly about: 'opened_note' }
  /** Whether the property has the value that was sent, or none any more. */
  | { readonly about: 'set_property' }
  | { readonly about: 'removed_property' }
  /** Whether a list has, or has no more, what `parameter` names. */
  | {
      readonly about: 'listed';
      readonly list: string;
      readonly parameter: string;
      readonly listed: boolean;
    }
  /** Whether one line that reads like a failure is the text that was asked for. */
  | { readonly about: 'note_text' }
  | { readonly about: 'daily_note_text' }
  | { readonly about: 'version_text' }
  | { readonly about: 'random_text' }
  | { readonly about: 'template_text' }
  | { readonly about: 'property_value' }
  | { readonly about: 'property_list' };

/** How the program says that it found nothing. It does so even where JSON was asked for. */
export interface NothingFound {
  /** Each of them is the whole output. */
  readonly sentences: readonly string[];
  /** The JSON value they stand for, and where it differs, the one for a single note. */
  readonly json: EmptyJson;
  readonly jsonOfNote?: EmptyJson;
}

type EmptyJson = readonly never[] | Readonly<Record<string, never>>;

/** The commands of one section of the program's documentation. */
export interface CommandCategory {
  /** The `category` of the command list. */
  readonly name: string;
  readonly title: string;
  readonly records: Readonly<Record<string, CommandRecord>>;
}
