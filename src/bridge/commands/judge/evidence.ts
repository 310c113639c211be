import type { CommandLine } from '../../cli/command-line';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { FailureCode } from '../../errors';
import { failureCode, isBrokenConnection } from './failure-code';

/** What a second question tells of the first answer. */
export type Evidence =
  /** The change was made, or the text is what was asked for. */
  | { readonly kind: 'yes' }
  /** What was asked for is so now, and may have been so before. */
  | { readonly kind: 'as_wanted' }
  /** It was not. `words` say why. */
  | { readonly kind: 'no'; readonly code: FailureCode; readonly words: string }
  /** The note is as it was before: that does not prove that nothing happened. */
  | { readonly kind: 'unchanged' }
  /** The question itself failed: a change may have been made, and a text may be one, all the same. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly words: string }
  /** The question was answered in words that tell nothing. */
  | { readonly kind: 'other_words' }
  /** The question was not answered. */
  | { readonly kind: 'no_answer' };

export const YES: Evidence = { kind: 'yes' };
export const AS_WANTED: Evidence = { kind: 'as_wanted' };
export const UNCHANGED: Evidence = { kind: 'unchanged' };
export const OTHER_WORDS = { kind: 'other_words' } as const;
export const NO_ANSWER = { kind: 'no_answer' } as const;

/** What a question may use. */
export interface Questioning {
  /** The call whose answer is to be settled. */
  readonly commandLine: CommandLine;
  readonly stdout: string;
  readonly stdoutBytes: number;
  /** A file with this time or a later one was changed by the call. In milliseconds since 1970. */
  readonly changedFrom: number;
  /** Runs another command in the same turn and the same vault. Rejects when it cannot be run. */
  readonly ask: (
    command: string,
    parameters: ReadonlyMap<string, string>,
    flags?: readonly string[],
  ) => Promise<ProgramAnswer>;
}

/** How the program answered a question. */
export type QuestionReply =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'missing'; readonly words: string }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly words: string }
  | typeof NO_ANSWER;

/** Bytes of a reply that is looked through: more would hold up the app. */
const LONGEST_REPLY = 1024 * 1024;

/** Asks, and reads the reply. */
export async function askFor(
  call: Questioning,
  command: string,
  parameters: ReadonlyMap<string, string> = new Map(),
  flags: readonly string[] = [],
): Promise<QuestionReply> {
  const answer = await call.ask(command, parameters, flags);
  if (answer.stdoutBytes > LONGEST_REPLY) return NO_ANSWER;
  const text = answer.stdout.trim();
  if (answer.exitCode !== 0 || answer.endedBy || text === '' || isBrokenConnection(text)) return NO_ANSWER;
  const code = failureCode(text, { command, words: [], parameters, flags });
  if (code === undefined) return { kind: 'words', text };
  return code === 'file_not_found' ? { kind: 'missing', words: text } : { kind: 'failed', code, words: text };
}

/** What a reply other than the expected one tells of the first answer. */
export function toEvidence(reply: QuestionReply | typeof OTHER_WORDS): Evidence {
  switch (reply.kind) {
    case 'missing':
      return { kind: 'no', code: 'file_not_found', words: reply.words };
    case 'failed':
      return reply;
    case 'no_answer':
      return NO_ANSWER;
    case 'words':
    case 'other_words':
      return OTHER_WORDS;
  }
}

/** The evidence that it is not so, in the words of the bridge or the program. */
export function no(words: string): Evidence {
  return { kind: 'no', code: 'cli_failed', words };
}
