/** What a command does to the vault or the app. */
type CommandKind = 'read' | 'write' | 'remove';

/** Names of the guards, functions that protect calls from surprising behavior of the program. */
export type GuardName =
  | 'added_text'
  | 'create_target'
  | 'move_target'
  | 'new_name'
  | 'one_state'
  | 'one_task'
  | 'property_value'
  | 'text_target';

/**
 * How a command prints paths.
 * - `lines`: one path per line.
 * - `links`: the same, and links that lead nowhere.
 * - `found`, `hits`: the notes that a search finds, alone or with their lines.
 * - `sources`: the notes that link to one, perhaps with how often.
 * - `templates`: the names of templates.
 * - `own`: the bridge itself prints them, and leaves out what the caller must not see.
 */
export type PathForm = 'lines' | 'links' | 'found' | 'hits' | 'sources' | 'templates' | 'own';

/**
 * What the answer of a command reveals about the notes of the vault, which decides what it does for a client while some folders
 * are private.
 * - `nothing`: it runs.
 * - `note`: it runs for a note that is not private: the one that the call names, or else the open one; never for the whole vault.
 * - `today`: the same for today's daily note.
 * - `paths`: it runs, and what is private is left out of its answer.
 * - `more`: it is refused.
 */
type Revealed = 'nothing' | 'note' | 'today' | { readonly paths: PathForm } | 'more';

/** Everything the bridge knows about one command. */
export interface CommandRecord {
  readonly kind: CommandKind;
  readonly reveals: Revealed;
  /** What to use instead if the command is refused because some folders are private, as sentences. */
  readonly insteadOfAll?: string;
  /** Whether the program acts on the focused vault, whichever is named. */
  readonly ignoresVault?: true;
  /** One sentence about what the command does. */
  readonly summary: string;
  /**
   * What a call does, to follow "Claude Code wants to". `{note}` stands for the note that it acts on or creates, another name in
   * braces for the value of that parameter. `risky` is for a call that overwrites or deletes permanently.
   */
  readonly effect?: string | { readonly usual: string; readonly risky: string };
  /** The effect as a noun in the plural, to follow "Allow" and precede "by Claude Code for 10 minutes": "edits". */
  readonly effectNoun?: string;
  /** Other things a caller should know. */
  readonly note?: string;
  /** Requires the opt-in for dangerous commands: it can run code, affects the app beyond the vault, or publishes notes. */
  readonly dangerous?: true;
  /** The part of the bridge that carries it out, so it does not appear in the program's help. */
  readonly byBridge?:
    'edit' | 'replace' | 'folder' | 'attachment' | 'attach' | 'changes' | 'undo' | 'questions';
  /** Blocked whenever one of these is, unless the allowlist names it. Needs approval whenever one of these does. */
  readonly asBlockedAs?: readonly string[];
  /** The same for a call with one of these parameters or flags. */
  readonly asBlockedWith?: Readonly<Record<string, readonly string[]>>;
  /** It can disable, remove, replace or reload the plugin that runs the bridge. */
  readonly canHarmBridge?: true;
  /** It replaces the text of the note it acts on. */
  readonly overwrites?: true;
  /**
   * What its calls change, if they change anything: the files that they name, or those that the bridge finds and checks itself, or
   * only what the app shows. Absent if it may be something else, which a key that is limited to folders does not allow.
   */
  readonly changes?: 'named_files' | 'found_files' | 'view';
  /** What happens to the text in `content`. */
  readonly writes?: WritingRule;
  /** Its calls may lose something that is hard to get back: all of them, or those with one of these parameters or flags. */
  readonly risky?: true | readonly string[];
  /** The guards that check its calls, in order. */
  readonly guards?: readonly GuardName[];
  /** It prints one note and nothing else. */
  readonly printsNote?: true;
  /** It prints lines that match `query`, each after its path and number. */
  readonly printsHits?: true;
  /** It creates a missing note before printing it. The value is a command that prints the note's path without creating it. */
  readonly creates?: string;
  /** It answers the same in every vault, so it runs without one if the default vault is unknown or ambiguous. */
  readonly vault?: 'not_needed';
  /** It shows, or switches to, vaults other than that of the call. */
  readonly reachesOtherVaults?: true;
  /** What a hint can suggest for a missing target. Not needed for files. */
  readonly missingHint?: 'nested_tags';
  /** Parameters that callers expect but it does not have: what to do instead, as a sentence. */
  readonly notTaken?: Readonly<Record<string, string>>;
  /** In the order of the usage line. */
  readonly parameters?: Readonly<Record<string, ParameterRecord>>;
  readonly flags?: Readonly<Record<string, FlagRecord>>;
  /** Sets of parameters and flags that go together. A call uses one set. */
  readonly alternatives?: readonly (readonly string[])[];
  /** It changes something only with one of these parameters or flags, and otherwise just reports. */
  readonly changesOnlyWith?: readonly string[];
  /** It changes nothing with this flag. */
  readonly onlyShowsWith?: string;
  /** The note or file that it acts on, if any. */
  readonly target?: CommandTarget;
  readonly success: Success;
  readonly nothing?: NothingFound;
  /** Messages that only this command prints on failure, each as the whole output. */
  readonly failures?: readonly RegExp[];
  /** It may print nothing on success. */
  readonly mayBeSilent?: true;
  /** How `file` can show that the command changed its note: the note was modified, or is gone from its path. */
  readonly evidence?: 'modified' | 'gone';
  /** It gives the note another path. */
  readonly moves?: true;
  /** It acts on today's daily note. */
  readonly isDaily?: true;
  /** The command that does the same with any note. */
  readonly ofAnyNote?: string;
  /** It prints the properties of a note, if it has a target. */
  readonly readsProperties?: true;
  /** It rewrites the whole frontmatter of the note. */
  readonly rewritesFrontmatter?: true;
  /** It changes the state of one task, and nothing else. */
  readonly changesTask?: true;
  /** It prints an older version of a note, below a header. */
  readonly printsVersion?: true;
  /** The core plugin that it requires, if different from its category. */
  readonly corePlugin?: string;
  /**
   * It prints text that users wrote, which may read like an error message. Never set for a command that can change something,
   * because its failures must not be mistaken for text.
   */
  readonly printsUserText?: true;
  /** Set for a reading command whose output differs each time. */
  readonly repeatable?: false;
  /** Set for everyday commands: the optional parameters and flags that even short lists show. */
  readonly everyday?: readonly string[];
  /** Over MCP, the tool `search` does the same in fewer words, so the instructions do not mention this command. */
  readonly replacedBySearch?: true;
  /** Words that people use for it if they don't know the app's terms. */
  readonly searchWords: string;
  /** What to do if the app does not offer this command. */
  readonly instead?: string;
}

/** A parameter. It takes one of `values`, or any value, shown as `placeholder` in the usage line. */
export type ParameterRecord = ParameterFacts &
  ({ readonly values: readonly string[] } | { readonly placeholder: string });

export interface ParameterFacts {
  readonly description: string;
  /** Must be given and, unless {@link mayBeEmpty}, must not be empty. */
  readonly required?: true;
  /** May be empty even if required. */
  readonly mayBeEmpty?: true;
  readonly defaultValue?: string;
  /** Given as a bare word, not as `name=value`. */
  readonly positional?: true;
  /**
   * Whether the value must not point outside the vault. True for paths and for names that become file names. If not set, the
   * parameter's name decides.
   */
  readonly staysInVault?: boolean;
  /** The folder that the command searches. A missing folder gives an empty result. */
  readonly namesFolder?: true;
  /** The value names a template, theme, snippet or plugin, and so a file or folder. */
  readonly namesResource?: true;
  /** The value names a template. */
  readonly namesTemplate?: true;
  /** The value is a web address. Schemes other than http and https are refused. */
  readonly isWebAddress?: true;
  /** The value becomes the name or path of a file. */
  readonly namesNewFile?: true;
  /** The value names a new note. The program adds a number if the name is taken. */
  readonly namesNewNote?: true;
  /** The extension that the name may omit; `.md` by default. */
  readonly extension?: string;
  /** The value may be a list of strings, numbers and booleans, which is sent as a JSON array. */
  readonly takesList?: true;
  /** A value for examples. Not needed with `values`. */
  readonly sample?: string;
  /** Part of the example although optional, because the example would make no sense without it. */
  readonly shownInExample?: true;
  /** Even short lists explain this parameter, because its name does not. */
  readonly explain?: true;
  /** The value is base64, and over REST the bytes themselves may be the body of the request instead. */
  readonly mayBeBody?: true;
}

/** A flag: its description, alone or with other facts. */
export type FlagRecord =
  | string
  | {
      readonly description: string;
      /** A second call with this flag does not show the same output. */
      readonly repeatable?: false;
      /** Requires one of these parameters. */
      readonly needs?: readonly string[];
      /** Even short lists explain this flag, because its name does not. */
      readonly explain?: true;
    };

/** The note or file that a command acts on. */
export interface CommandTarget {
  readonly parameters: readonly string[];
  readonly flags?: readonly string[];
  /** What the command acts on if none of these is given. */
  readonly without: 'open_note' | 'whole_vault' | 'nothing';
}

/** The output of a successful run, unless the call sets a different `format`. */
export type Success =
  /**
   * One line that only success prints. The group `path` is the note that the call names or creates, `name` just its name, and `to`
   * the rest of the line.
   */
  | { readonly shape: 'confirmation'; readonly line: RegExp }
  /** Any text, then a line that only success prints. */
  | { readonly shape: 'last_line'; readonly line: RegExp }
  /** One path from the vault root per line. */
  | { readonly shape: 'paths' }
  /**
   * One item per line, or any text; its first line matches `line`, if given. With `always`, every successful run prints something,
   * so silence is suspicious.
   */
  | { readonly shape: 'lines' | 'text'; readonly line?: RegExp; readonly always?: true }
  /** Unknown, because no known release has the command. */
  | { readonly shape: 'unknown' };

/** The values of a call that decide about its texts. */
export interface CallTexts {
  readonly parameters: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
}

/** What happens to the text in `content`, by the program's own rule. */
export interface WritingRule {
  /** Which note gets it: one that the call names, or else the open one; today's; a new one; or a new one that the program names. */
  readonly note: 'named' | 'today' | 'new' | 'named_by_program';
  /** Whether only the program can write it. */
  readonly isByProgram?: true;
  /** Whether the program would not do with this note what `after` says, so that the bridge has to write the text itself. */
  readonly misplaces?: (before: string) => boolean;
  /** The note's text after the call, from that before, which is undefined without a note. Undefined if it cannot be predicted. */
  readonly after: (before: string | undefined, call: CallTexts) => string | undefined;
  /** The note's text before the call, from that after it: undefined if there was no note, null if that is not known. */
  readonly before: (after: string, call: CallTexts) => string | undefined | null;
  /** Where in the note's new text the content begins, from the text before. Absent if the content is the whole text. */
  readonly placeIn?: (before: string, call: CallTexts) => number;
  /** What the program prints on success. */
  readonly confirmation: (path: string) => string;
}

/** How the program says that it found nothing, even if JSON was asked for. */
interface NothingFound {
  /** Each is the whole output. */
  readonly sentences: readonly string[];
  /** The JSON value that these sentences stand for; `jsonOfNote` for a single note, if different. */
  readonly json: EmptyJson;
  readonly jsonOfNote?: EmptyJson;
}

/** The JSON for nothing. */
export type EmptyJson = readonly never[] | Readonly<Record<string, never>>;

/** The commands of one section of the program's documentation. */
export interface CommandCategory {
  /** The `category` of the command list. */
  readonly name: string;
  readonly title: string;
  /** The core plugin that they require. */
  readonly corePlugin?: string;
  readonly records: Readonly<Record<string, CommandRecord>>;
}
