import type { Facts } from './fill-in';

/** One thing to do. */
export interface Step {
  /** What the agent would search for. */
  readonly words: string;
  /** What it knows; where it takes that from the output before, one call for each. */
  readonly facts: Facts | ((output: string) => readonly Facts[]);
  /** Which of several notes that an error names is meant. */
  readonly meant?: RegExp;
  /** It needs the end of the output, however long that is. */
  readonly wantsEnd?: true;
  /** It needs whole lines. */
  readonly wantsWhole?: true;
}

/** What came of a task. */
export interface Report {
  /** The outputs of the calls that went well, one for each step. */
  readonly outputs: readonly string[];
  /** What made the agent stop and turn to its user. */
  readonly stopped?: string;
  /** Calls that failed, and first matches that did not fit. */
  readonly mistakes: readonly string[];
  readonly calls: number;
  /** Tokens of the arguments and answers of its calls. */
  readonly tokens: number;
  /** The tokens of the answers of `search` that found commands among them. */
  readonly searchTokens: number;
  /** The calls of `search` among them, which a client need not ask about. */
  readonly searchCalls: number;
  /** Every call, with its tokens and the beginning of its answer. */
  readonly log: readonly string[];
}

/** The vault after a task, and what the agent has seen. */
interface Outcome extends Report {
  /** The text of a file of the vault; undefined where there is none. */
  readonly read: (path: string) => string | undefined;
}

/** A task as a user would give it, and how to see that it was done. */
export interface Task {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Files in the vault beforehand, besides the sample's. */
  readonly files?: Readonly<Record<string, string>>;
  /** Texts that notes get through the program before: each leaves a version of what was there. */
  readonly overwritten?: Readonly<Record<string, string>>;
  /** The agent has a key that only reads. */
  readonly mayOnlyRead?: true;
  readonly isDone: (outcome: Outcome) => boolean;
}
