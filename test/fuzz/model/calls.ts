import type { ModelChange, Step } from './vault-model';

/** A call of a command, as both interfaces take it. */
export interface Call {
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly ifRevision?: string;
}

/** What the documented rules say of a call. */
export interface Prediction {
  /** The possible codes of its failure, which changes nothing; absent if it succeeds. */
  readonly codes?: readonly string[];
  /** Nothing of a batch with such a call is run. */
  readonly isRefused?: boolean;
  /** The note that the answer names. */
  readonly path?: string;
  /** What is printed, without the line break at its end. */
  readonly prints?: string;
  /** What the notes go through; a step that changes nothing is none. */
  readonly steps: readonly Step[];
  readonly undoes?: readonly ModelChange[];
}

export type Channel = 'rest' | 'mcp';
