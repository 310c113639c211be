import type { Caller, DecidedBy } from '../../caller';
import type { PartlyChanged } from '../../notes/hunks';
import type { DifferencePart } from '../../notes/line-difference';
import type { Risk } from './risks';

/** A note's text before and after the call. */
export interface TextDifference {
  /** From the vault root. */
  readonly path: string;
  readonly before: string;
  readonly revision: string;
  readonly after: string;
}

/** A note that the call would create. */
export interface NewNote {
  readonly path: string;
  readonly before?: undefined;
  readonly after: string;
}

/** Parameters that hold note text, which may be long and is shown as a diff. */
export const NOTE_TEXTS: readonly string[] = ['content', 'old', 'new', 'from'];

/** What a call puts at stake. */
export interface Stakes {
  /** The note that would be moved or deleted; absent for other changes. */
  readonly path?: string | undefined;
  /** How many lines it has, if it is text. */
  readonly lines?: number | undefined;
  readonly isUndoable: boolean;
}

/** What a call would do, in words. */
export interface Effect {
  /** Follows "Claude Code wants to", on one line. */
  readonly words: string;
  /** The names of the parameters whose values the words have. */
  readonly parameters: readonly string[];
  /** The flags that the words imply. */
  readonly flags: readonly string[];
}

/** A flag, and what it does in words; no words for one that only the running app knows. */
interface ShownFlag {
  readonly name: string;
  readonly words: string;
}

/** One call as the user sees it, with everything it would run with. */
export interface ApprovalCall {
  readonly command: string;
  readonly effect: Effect;
  /** Such calls together: "edits". */
  readonly effectNoun: string;
  /** One sentence about the command. */
  readonly summary: string;
  /** Name or id; empty if the app chooses. */
  readonly vault: string;
  /** Parameters by name, in full; a bare word has an empty name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly flags: readonly ShownFlag[];
  readonly risks: readonly Risk[];
  /** Absent if nothing is known. */
  readonly stakes?: Stakes | undefined;
  /** The change to the note, if known. */
  readonly difference?: TextDifference | undefined;
  /** The same line by line, if the user can leave some of its hunks out. */
  readonly choices?: readonly DifferencePart[] | undefined;
}

/** A question to the user: one call, or the calls of a batch that need approval. */
export interface ApprovalRequest {
  /** The name of the key. */
  readonly client: string;
  /** The client's own name for itself. */
  readonly userAgent: string;
  readonly interface: Caller['interface'];
  readonly calls: readonly ApprovalCall[];
  /** Whether the user can allow such calls for a while. Never true for risky calls and undos. */
  readonly mayAllowForAWhile: boolean;
  /** Milliseconds until the question is closed for lack of an answer; undefined for one that the user opened. */
  readonly msLeft: number | undefined;
  /** Whether the question then waits for the user, so that the call is not refused for good. */
  readonly isKept: boolean;
}

/** The user's answer. `later`, for a question that the user opened, leaves it waiting. */
export type ApprovalAnswer =
  | 'allow'
  | 'allow_for_a_while'
  | 'deny'
  | 'deny_and_pause'
  | 'later'
  /** Allows these hunks of a difference and no others. */
  | { readonly hunks: readonly number[] };

/** The clients that the user has paused, by the id of their key. The host keeps them, and lets the user resume them. */
export interface PausedClients {
  has(clientId: string): boolean;
  add(clientId: string): void;
}

/** Asks the user at this computer. Implemented by the host. */
export interface ApprovalPort {
  /**
   * Shows a request. Called for one request at a time.
   * @param closed fires when the answer no longer matters, for example because the client left or time ran out
   * @returns the answer; may never settle after `closed` fires
   */
  ask(request: ApprovalRequest, closed: AbortSignal): Promise<ApprovalAnswer>;
}

/** The user's approval of a call. */
export interface Approval {
  readonly by: DecidedBy;
  /** Whether the approval is still valid; one that was given for a while expires. */
  readonly holds: () => boolean;
  /** The state of the note that the user saw. The approval covers no other. */
  readonly shown?: { readonly revision: string } | { readonly newNote: string } | undefined;
  /** What is to become of the note that the user saw, if they left some of the change out. */
  readonly kept?: (PartlyChanged & Pick<TextDifference, 'path' | 'before'>) | undefined;
}
