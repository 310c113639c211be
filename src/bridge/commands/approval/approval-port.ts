import type { Caller, DecidedBy } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../catalogue/command';

/** The text of a note as it is, and as it would be after the call. */
export interface TextDifference {
  /** From the root of the vault. */
  readonly path: string;
  readonly before: string;
  /** The revision of the text before. */
  readonly revision: string;
  readonly after: string;
}

/** A note that is not there yet, and the text that it would have. */
export interface NewNote {
  readonly path: string;
  readonly before?: undefined;
  readonly after: string;
}

/** The parameters that are text of a note: they may be long, and a difference shows them. */
export const NOTE_TEXTS: readonly string[] = ['content', 'old', 'new'];

/** What makes a call graver than others. */
export type Gravity = 'dangerous' | 'permanent' | 'overwrites';

/** The same for the person who decides. */
export const WARNINGS: Readonly<Record<Gravity, string>> = {
  dangerous: 'Dangerous: this can run code, control the app, or publish notes.',
  permanent: "Permanent: this can't be undone.",
  overwrites: 'Overwrites: what is there now is replaced.',
};

/** One call as a person decides on it: everything it would be run with. */
export interface ApprovalCall {
  readonly command: string;
  /** What the command does, in a sentence. */
  readonly summary: string;
  /** The vault by its name or id; empty where the choice is left to the app. */
  readonly vault: string;
  /** Parameters by name, in full; a bare word has an empty name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly flags: readonly string[];
  readonly gravity: readonly Gravity[];
  /** What would become of the note, where that is known. */
  readonly difference?: TextDifference | undefined;
  /** The path of a note that is not there yet, so that nothing is replaced, where that is known. */
  readonly newNote?: string | undefined;
}

/** What a person is asked: one call, or those calls of a batch that need consent. */
export interface ApprovalRequest {
  /** The name of the key. */
  readonly client: string;
  /** What the client calls itself. */
  readonly userAgent: string;
  readonly interface: Caller['interface'];
  readonly calls: readonly ApprovalCall[];
  /** Whether the person may allow the same for a while; not for what is grave. */
  readonly mayAllowForAWhile: boolean;
  /** Milliseconds left to answer; after that the call is refused. */
  readonly msLeft: number;
}

/** A person's answer. */
export type ApprovalAnswer = 'allow' | 'allow_for_a_while' | 'deny';

/** The person at this computer, whom the host asks. */
export interface ApprovalPort {
  /**
   * Shows one request at a time.
   * @param closed fires when there is nothing to decide any more: the client has left, the time is over, the bridge stops ...
   * @returns the answer; it may stay open if the host closes the question itself
   */
  ask(request: ApprovalRequest, closed: AbortSignal): Promise<ApprovalAnswer>;
}

/**
 * Shows what becomes of the note that a call would change, where that can be told without the program.
 * @param changed the texts of notes as earlier calls leave them, by path
 */
export type PreviewChange = (
  command: Command,
  line: CommandLine,
  changed: ReadonlyMap<string, string>,
) => Promise<TextDifference | NewNote | undefined>;

/** The user's approval of a call. */
export interface Approval {
  readonly by: DecidedBy;
  /** Whether it is still worth anything: what was allowed for a while may be over. */
  readonly holds: () => boolean;
  /**
   * The note as the user was shown it: they have not seen what the call would do to another text, nor that it would replace a
   * note that was not there.
   */
  readonly shown?: { readonly revision: string } | { readonly newNote: string } | undefined;
}

/**
 * Has the client itself ask its user about what is grave.
 * @param all every call of the request: the answer is for no other request
 * @returns whether the user allows it
 * @throws whatever makes the client ask, where it has not yet
 */
export type ConfirmInClient = (
  request: Omit<ApprovalRequest, 'msLeft'>,
  all: readonly ApprovalCall[],
) => Promise<boolean>;
