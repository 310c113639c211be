import type {
  CommandKind,
  ContentPlace,
  GuardName,
  NothingFound,
  Success,
  Target,
} from '../records/command-record';

export interface CommandParameter {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, if the program takes only these. */
  readonly values?: readonly string[];
  /** The placeholder for a free value, for example `<path>`. */
  readonly placeholder: string;
  readonly defaultValue?: string;
  /** Given as a bare word, not as `name=value`. */
  readonly positional: boolean;
  readonly description: string;
  /** May be empty, although it is required. */
  readonly mayBeEmpty?: boolean;
  /** Whether the value must not point outside the vault; undefined where the parameter is not documented. */
  readonly staysInVault?: boolean;
  /** Whether the value names a template, theme, snippet or plugin. */
  readonly namesResource?: boolean;
  /** Whether the value is an address on the web. */
  readonly isWebAddress?: boolean;
  /** It is the folder in which the command looks, and finds nothing where there is no such folder. */
  readonly namesFolder?: boolean;
  /** The value is the name of a note to be created, to which the program adds a number if it is taken. */
  readonly namesNewNote?: boolean;
  /** The extension that may be left out of the name; `.md` where this is not stated. */
  readonly extension?: string;
  /** The value may be a list of texts, numbers and booleans, which is sent as a JSON array. */
  readonly takesList?: boolean;
  /** A value for examples. */
  readonly sample?: string;
  /** Part of an example although it is optional. */
  readonly shownInExample?: boolean;
  /** The name does not say what it means, so lists that are short otherwise explain it. */
  readonly explain?: boolean;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

export interface CommandFlag {
  readonly name: string;
  readonly description: string;
  /** False if a second call with this flag does not show the same again. */
  readonly repeatable?: boolean;
  /** This flag needs one of these parameters. */
  readonly needs?: readonly string[];
  /** The name does not say what it means, so lists that are short otherwise explain it. */
  readonly explain?: boolean;
  /** Known only from the running app's `help`. */
  readonly isLive?: boolean;
}

/** One command of the program, documented or from the running app, with everything the bridge knows about it. */
export interface Command {
  /** The name in colon form. */
  readonly name: string;
  readonly category: string;
  readonly kind: CommandKind;
  /**
   * Whether the app offers it now: its `help` lists it. Before the help has been read, all documented commands count as
   * offered, except those that no app has. A command that is not offered still runs when called.
   */
  readonly available: boolean;
  /** Needs the dangerous-commands opt-in. */
  readonly dangerous: boolean;
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
  readonly reachesOtherVaults?: boolean;
  /** What a hint can suggest when the program does not find what the call names. Not needed for missing files. */
  readonly missingHint?: 'nested_tags';
  /** The bridge itself carries it out, so that it needs no place in the program's help. */
  readonly byBridge?: boolean;
  /** Where one of these commands is blocked, so is this one, unless the allow-list names it; it needs consent where they do. */
  readonly asBlockedAs?: readonly string[];
  /** It can disable, remove, replace or reload the plugin that runs the bridge. */
  readonly canHarmBridge: boolean;
  /** Whether it replaces the text of the note it acts on. */
  readonly overwrites?: boolean;
  readonly summary: string;
  /** What else a caller should know, or empty. */
  readonly note: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
  /** Parameters and flags that go together; a call takes one of these sets. */
  readonly alternatives?: readonly (readonly string[])[];
  /** It changes something only with one of these parameters and flags; without them it reports. */
  readonly changesOnlyWith?: readonly string[];
  readonly target: Target;
  /** What the output of a successful run looks like. */
  readonly success: Success;
  readonly nothing?: NothingFound;
  /** What it is known to print when it fails, besides what all commands print. */
  readonly failures?: readonly RegExp[];
  /** It may print nothing although it worked. */
  readonly mayBeSilent?: true;
  /** How `file` shows that it changed the one note that it changes: modified, or gone from its path. */
  readonly evidence?: 'modified' | 'gone';
  /** It gives the note another path. */
  readonly moves?: true;
  /** It acts on today's daily note. */
  readonly isDaily?: true;
  /** It writes the whole front matter of the note anew. */
  readonly rewritesFrontMatter?: true;
  /** It prints an older version of a note, below a header. */
  readonly printsVersion?: true;
  /** The core plugin that the app needs for it, where that is not the one of its category. */
  readonly corePlugin?: string;
  /** Whether it prints text that users wrote. */
  readonly printsUserText: boolean;
  /** Whether running it again shows the same and changes nothing, unless a flag says otherwise. */
  readonly repeatable: boolean;
  /** Set for what most days need: its optional parameters and flags that are shown even where room is short. */
  readonly everyday?: readonly string[];
  /** Over MCP the tool `search` says the same in fewer words, so that the instructions do not name it. */
  readonly replacedBySearch?: true;
  /** Words that people use for it if they do not know the app's terms. */
  readonly searchWords: string;
  /** What to use if the app does not offer this command. */
  readonly instead?: string;
  /** Documented, or only known from the running app's `help`. */
  readonly origin: 'builtin' | 'live';
}
