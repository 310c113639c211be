import type { ClientKey } from './caller';
import { FAILURES } from './error-codes';
import type { Failure, FailureCode, HintFacts } from './error-codes';

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

/** A refusal or failure, which each interface turns into a response in one place. */
export class BridgeError extends Error {
  readonly status: number;
  readonly context: FailureContext;

  private constructor(
    readonly code: FailureCode,
    message: string,
    context: FailureContext,
  ) {
    super(message);
    this.name = 'BridgeError';
    this.status = FAILURES[code].status;
    this.context = context;
  }

  /** Creates the error with this code from the facts in its sentence and any {@link FailureContext}. */
  static of<Code extends FailureCode>(code: Code, facts: FailureFacts<Code>): BridgeError {
    return new BridgeError(code, sentenceOf(code, facts), facts as FailureContext);
  }

  /** An error that the bridge of another vault has told. */
  static told(
    code: FailureCode,
    message: string,
    {
      hint,
      data,
    }: { readonly hint?: string | undefined; readonly data?: FailureContext['data'] | undefined },
  ): BridgeError {
    return new BridgeError(code, message, { ...(hint !== undefined && { hint }), ...(data && { data }) });
  }

  /** The same error, naming this command. @param hint replaces its own */
  about(command: string, hint?: string): BridgeError {
    const context = { ...this.context, command, ...(hint !== undefined && { hint }) };
    return new BridgeError(this.code, this.message, context);
  }

  /** The same error, with these facts. */
  with(facts: Pick<FailureContext, 'data' | 'hint' | 'key'>): BridgeError {
    return new BridgeError(this.code, this.message, { ...this.context, ...facts });
  }
}
