/** What a command does to the vault or the app. */
type CommandKind = 'read' | 'write' | 'remove';

/** What keeps calls from what the program does by surprise; each is a function of that name. */
export type GuardName = 'create_target' | 'move_target' | 'new_name' | 'property_value' | 'text_target';

/** One command of the program, with everything the bridge knows about it. */
export interface CommandRecord {
  readonly kind: CommandKind;
  /** One sentence on what it does. */
  readonly summary: string;
  /** What else a caller should know. */
  readonly note?: string;
  /** Needs the dangerous-commands opt-in: it can run code, affects the app beyond the vault, or changes what is public. */
  readonly dangerous?: true;
  /** The bridge itself carries it out, so that it needs no place in the program's help. */
  readonly byBridge?: true;
  /** Where one of these commands is blocked, so is this one, unless the allow-list names it; it needs approval where they do. */
  readonly asBlockedAs?: readonly string[];
  /** It can disable, remove, replace or reload the plugin that runs the bridge. */
  readonly canHarmBridge?: true;
  /** It replaces the text of the note it acts on. */
  readonly overwrites?: true;
  /** Where it writes the text in `content`. */
  readonly writes?: ContentPlace;
  /** What looks at its calls before they run, in this order. */
  readonly guards?: readonly GuardName[];
  /** It prints one note, and nothing else. */
  readonly printsNote?: true;
  /** It creates the note it prints if that is missing; this command prints the note's path and creates nothing. */
  readonly creates?: string;
  /** It answers the same in any vault, so it runs without one if the default vault is unknown or ambiguous. */
  readonly vault?: 'not_needed';
  /** It shows, or switches to, other vaults than that of the call. */
  readonly reachesOtherVaults?: true;
  /** What a hint can suggest when the program does not find what the call names. Not needed for missing files. */
  readonly missingHint?: 'nested_tags';
  /** In the order of the usage line. */
  readonly parameters?: Readonly<Record<string, ParameterRecord>>;
  readonly flags?: Readonly<Record<string, FlagRecord>>;
  /** Parameters and flags that go together; a call takes one of these sets. */
  readonly alternatives?: readonly (readonly string[])[];
  /** It changes something only with one of these parameters and flags; without them it reports. */
  readonly changesOnlyWith?: readonly string[];
  /** What it acts on, where that is a note or file. */
  readonly target?: Target;
  readonly success: Success;
  readonly nothing?: NothingFound;
  /** What it is known to print when it fails, besides what all commands print: each is the whole output. */
  readonly failures?: readonly RegExp[];
  /** It may print nothing although it worked. */
  readonly mayBeSilent?: true;
  /** It changes one note: how `file` shows that, where the answer does not. The note is modified, or gone from its path. */
  readonly evidence?: 'modified' | 'gone';
  /** It gives the note another path. */
  readonly moves?: true;
  /** It acts on today's daily note. */
  readonly isDaily?: true;
  /** It writes the whole front matter of the note anew. */
  readonly rewritesFrontMatter?: true;
  /** It prints an older version of a note, below a header. */
  readonly printsVersion?: true;
  /** The core plugin that the app needs for it, where the others of its category need none. */
  readonly corePlugin?: string;
  /**
   * It prints text that users wrote, which may read like an error message of the program. Never set for a command that
   * can change something: its failure must not be mistaken for text.
   */
  readonly printsUserText?: true;
  /** Set for a reading command that answers differently each time. */
  readonly repeatable?: false;
  /** Set for what most days need: its optional parameters and flags that are shown even where room is short. */
  readonly everyday?: readonly string[];
  /** Over MCP the tool `search` says the same in fewer words, so that the instructions do not name it. */
  readonly replacedBySearch?: true;
  /** Words that people use for it if they do not know the app's terms. */
  readonly searchWords: string;
  /** What to use if the app does not offer this command. */
  readonly instead?: string;
}

/** A parameter. It takes one of `values`, or a free value, shown as `placeholder` in the usage line. */
export type ParameterRecord = ParameterFacts &
  ({ readonly values: readonly string[] } | { readonly placeholder: string });

export interface ParameterFacts {
  readonly description: string;
  /** It must be given, and must not be empty unless {@link mayBeEmpty} says so. */
  readonly required?: true;
  /** May be empty, although it is required. */
  readonly mayBeEmpty?: true;
  readonly defaultValue?: string;
  /** Given as a bare word, not as `name=value`. */
  readonly positional?: true;
  /**
   * Whether the value must not point outside the vault: true for paths from its root, and for names that become file
   * names. If not set, the parameter's name decides.
   */
  readonly staysInVault?: boolean;
  /** It is the folder in which the command looks, and finds nothing where there is no such folder. */
  readonly namesFolder?: true;
  /** The value names a template, theme, snippet or plugin, whose file or folder the app finds by that name. */
  readonly namesResource?: true;
  /** The value is an address on the web; another scheme than http and https is refused. */
  readonly isWebAddress?: true;
  /** The value is the name of a note to be created, to which the program adds a number if it is taken. */
  readonly namesNewNote?: true;
  /** The extension that may be left out of the name; `.md` where this is not stated. */
  readonly extension?: string;
  /** The value may be a list of texts, numbers and booleans, which is sent as a JSON array. */
  readonly takesList?: true;
  /** A value for examples; one of `values` needs none. */
  readonly sample?: string;
  /** Part of an example although it is optional: without it the example would not show what the command is for. */
  readonly shownInExample?: true;
  /** The name does not say what it means, so lists that are short otherwise explain it. */
  readonly explain?: true;
}

/** A flag: its description, alone or with more facts. */
export type FlagRecord =
  | string
  | {
      readonly description: string;
      /** A second call with it does not show the same again. */
      readonly repeatable?: false;
      /** It needs one of these parameters. */
      readonly needs?: readonly string[];
      /** The name does not say what it means, so lists that are short otherwise explain it. */
      readonly explain?: true;
    };

/** Which note or file a command acts on. */
export interface Target {
  /** The parameters that name the note or file it acts on. */
  readonly parameters: readonly string[];
  /** The flags that name it. */
  readonly flags?: readonly string[];
  /** What it acts on if none of them is given. */
  readonly without: 'open_note' | 'whole_vault' | 'nothing';
}

/** What the output of a successful run looks like, unless the call sets another `format`. */
export type Success =
  /**
   * One line that only success prints. The group `path` is the note that the call names or makes, `name` only its name; `to` is
   * what follows the path in the line.
   */
  | { readonly shape: 'confirmation'; readonly line: RegExp }
  /** Any text, and then a line that only success prints. */
  | { readonly shape: 'last_line'; readonly line: RegExp }
  /** One path from the vault root per line. */
  | { readonly shape: 'paths' }
  /**
   * One item per line, or text of any form; its first line matches `line`, if that is known. With `always`, every successful run
   * prints something, so silence is suspicious.
   */
  | { readonly shape: 'lines' | 'text'; readonly line?: RegExp; readonly always?: true }
  /** Not known from any release. */
  | { readonly shape: 'unknown' };

/**
 * Where the text in `content` goes: to the end or the start of a note, or into a new one, which the call names or, a unique
 * one, the program; `program` where no other than the program can put it there.
 */
type ContentPlace = 'end' | 'start' | 'new_note' | 'unique_note' | 'program';

/** How the program says that it found nothing. It does so even where JSON was asked for. */
interface NothingFound {
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
  /** The core plugin that the app needs for them. */
  readonly corePlugin?: string;
  readonly records: Readonly<Record<string, CommandRecord>>;
}
