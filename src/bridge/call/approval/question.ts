import type { Delivery } from '../../caller';
import type { PrivateFolders } from '../../notes/private-folders';
import type { BatchItem } from '../outcome';
import type { ApprovalRequest } from './approval-port';

/** What is asked, without how long. */
export type AskedRequest = Omit<ApprovalRequest, 'msLeft' | 'isKept'>;

/** The hunks of a difference that the user allows; undefined for all of them. */
export type AllowedHunks = ReadonlySet<number> | undefined;

/** A request for approval, and who it came from. */
export interface Question {
  readonly request: AskedRequest;
  /**
   * The same request with what would become of the notes. Called when it is shown: no other question has the texts of notes.
   * @throws BridgeError when there is nothing to ask
   */
  readonly preview: () => Promise<AskedRequest>;
  /** The id of the key. */
  readonly clientId: string;
  /** The kinds of calls in the request, which the user can allow for a while. */
  readonly kinds: readonly string[];
  /** Fires when the client leaves. */
  readonly gone: AbortSignal;
  /** Throws if the call may no longer run, whatever the user answers. */
  readonly recheck: () => void;
  /** Absent if the question ends with its request. */
  readonly later?: LaterQuestion | undefined;
}

/** What it takes to go on asking about a call after its request was answered. */
export interface LaterQuestion {
  /** Identifies the call among all of its client. */
  readonly digest: string;
  /** Characters of its parameters. */
  readonly size: number;
  /** The note that it is about, as far as it is known. */
  readonly path: string | undefined;
  /** What was private to the client. */
  readonly privateFolders: PrivateFolders;
  /** The client waits no longer. @param delivery what becomes of the answer */
  readonly leave: (delivery: Delivery) => void;
  /** Throws if the call may no longer run, or would not be asked about by the settings and keys as they have become. */
  readonly recheck: () => void;
  /** Runs the call, which the user has allowed. @returns what it would have been answered; never rejects */
  readonly run: (hunks: AllowedHunks) => Promise<BatchItem>;
  /** What the call would have been answered if it had failed with this error; never rejects. */
  readonly fail: (error: Error) => Promise<BatchItem>;
}
