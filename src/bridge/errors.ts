import type { ClientKey } from './caller';
import { FAILURES } from './error-codes/error-codes';
import type { FailureCode } from './error-codes/error-codes';
import type { Failure, HintFacts } from './error-codes/failure';

/** Facts that any failure may carry, besides those in its sentence. */
export interface FailureContext {
  /** The command the request named, in colon form. */
  readonly command?: string;
  /** For the `Allow` header. */
  readonly allow?: readonly string[];
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter?: number;
  /** The next step. */
  readonly hint?: string;
  /** Machine-readable details. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The key that was the reason for the refusal. */
  readonly key?: ClientKey;
}

type FactsOf<Code extends FailureCode> = Parameters<(typeof FAILURES)[Code]['sentence']>[0];

/** The facts in the sentence of a failure, and any context. */
type FailureFacts<Code extends FailureCode> = [FactsOf<Code>] extends [never]
  ? FailureContext
  : FactsOf<Code> & Omit<FailureContext, keyof FactsOf<Code>>;

/** The HTTP status of a response with this code. */
export function httpStatusOf(code: FailureCode): number {
  return FAILURES[code].status;
}

/** The sentence of a failure, for answers that are not thrown as errors. */
export function sentenceOf<Code extends FailureCode>(code: Code, facts: FailureFacts<Code>): string {
  const { sentence }: Failure = FAILURES[code];
  return sentence(facts as never);
}

/** The next step after a failure of this code; undefined where neither the caller nor the user can do anything. */
export function hintFor(code: FailureCode, facts: HintFacts = {}): string | undefined {
  const { hint }: Failure = FAILURES[code];
  return typeof hint === 'function' ? hint(facts) : hint;
}

/** The results of a command that ran and failed. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly warnings: readonly string[];
  /** Milliseconds that the processes took. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** Bytes printed on both streams. */
  readonly outputBytes: number;
}

/** A failure of the bridge's own work: no process has printed anything. */
const NOTHING_PRINTED: Ran = {
  exitCode: 1,
  stdout: '',
  stderr: '',
  warnings: [],
  duration: 0,
  waited: 0,
  outputBytes: 0,
};

/**
 * Whatever goes wrong. Each interface turns it into a response in one place. With {@link BridgeError.ran}, a command ran and
 * failed, so it is logged and answered as a run; without, nothing ran.
 */
export class BridgeError extends Error {
  readonly status: number;

  private constructor(
    readonly code: FailureCode,
    message: string,
    readonly context: FailureContext,
    readonly ran?: Ran,
  ) {
    super(message);
    this.name = 'BridgeError';
    this.status = FAILURES[code].status;
  }

  /** Creates the error with this code from the facts in its sentence and any {@link FailureContext}. */
  static of<Code extends FailureCode>(code: Code, facts: FailureFacts<Code>): BridgeError {
    return new BridgeError(code, sentenceOf(code, facts), facts as FailureContext);
  }

  /**
   * The failure of a command that ran.
   * @param message one sentence for people
   * @param ran what differs from a failure that no process has printed
   */
  static afterRun(
    code: FailureCode,
    message: string,
    ran: Partial<Ran> = {},
    context: Pick<FailureContext, 'data' | 'hint'> = {},
  ): BridgeError {
    return new BridgeError(code, message, context, { ...NOTHING_PRINTED, ...ran });
  }

  /** What the bridge of another vault refuses, in its words. */
  static fromOtherVault(code: FailureCode, message: string, hint: string): BridgeError {
    return new BridgeError(code, message, { hint });
  }

  /** The same error, naming this command. @param hint replaces its own */
  about(command: string, hint?: string): BridgeError {
    return this.with({ command, ...(hint !== undefined && { hint }) });
  }

  /** The same error, with these facts. */
  with(facts: Pick<FailureContext, 'command' | 'data' | 'hint' | 'key'>): BridgeError {
    return new BridgeError(this.code, this.message, { ...this.context, ...facts }, this.ran);
  }

  /** The same error, as the failure of a command that ran. @param ran what differs from what is known about the run */
  asRun(ran: Partial<Ran> = {}): BridgeError {
    return new BridgeError(this.code, this.message, this.context, {
      ...NOTHING_PRINTED,
      ...this.ran,
      ...ran,
    });
  }
}

/** The refusal of what a call gives. @param detail whole sentences @param hint in place of the usual one */
export function invalidParameter(detail: string, hint?: string): BridgeError {
  return BridgeError.of('invalid_parameter', {
    detail: `${detail} Nothing was run.`,
    ...(hint !== undefined && { hint }),
  });
}
