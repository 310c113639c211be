import type { Command } from '../commands/command';
import type { Outcome } from '../commands/outcome';
import { amount, BridgeError } from '../errors';

/** The largest sum of all outputs that are being sent, in bytes. */
export const ANSWER_MEMORY = 128 * 1024 * 1024;
/** Outputs up to this size are not counted: at most a few hundred a second are printed. */
const SMALL_ANSWER = 4 * 1024;

/** An outcome that may be sent, and the function that frees its memory afterwards. */
export interface AdmittedAnswer {
  readonly outcome: Outcome;
  readonly release: () => void;
}

/** Several outcomes that are sent together. */
export interface AnswerCollection {
  /** As {@link AnswerMemory.admit}. */
  readonly admit: (command: Command, outcome: Outcome) => Outcome;
  /** Frees the memory of all. */
  readonly release: () => void;
}

/** Bounds the memory taken by the outputs of commands until their clients have read them. */
export class AnswerMemory {
  private used = 0;

  /**
   * Reserves memory for an answer. If there is none left, an answer that can be requested again is refused; any other
   * is cut down to the beginning and the end of its output.
   * @throws BridgeError `answers_full`
   */
  admit({ kind }: Command, outcome: Outcome): AdmittedAnswer {
    const size = sizeOf(outcome);
    const counted = size <= SMALL_ANSWER ? 0 : size;
    if (this.used + counted <= ANSWER_MEMORY) {
      this.used += counted;
      return { outcome, release: () => (this.used -= counted) };
    }
    if (kind === 'read') throw BridgeError.of('answers_full', { limit: ANSWER_MEMORY, retryAfter: 5 });
    return { outcome: shortened(outcome), release: () => undefined };
  }

  /** Reserves memory for several answers, which is freed at one time. */
  collection(): AnswerCollection {
    const releases: (() => void)[] = [];
    return {
      admit: (command, given) => {
        const { outcome, release } = this.admit(command, given);
        releases.push(release);
        return outcome;
      },
      release: () => {
        for (const release of releases.splice(0)) release();
      },
    };
  }
}

/** What the answer keeps in memory, in bytes. */
function sizeOf({ stdout, stderr, long }: Outcome): number {
  return (long?.stdout?.size ?? stdout.length) + (long?.stderr?.size ?? stderr.length);
}

function shortened({ long: _, data: __, ...outcome }: Outcome): Outcome {
  const warning = `Answers of ${amount(ANSWER_MEMORY)} bytes are being sent already, so of a long output only the beginning and the end are here.`;
  return { ...outcome, warnings: [...outcome.warnings, warning] };
}
