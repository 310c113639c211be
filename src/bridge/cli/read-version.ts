import { APP_UNREACHABLE, CLI_DISABLED, MESSAGE_LIMIT, VAULT_NOT_FOUND } from './program-messages';
import { withoutNoise } from './read-answer';
import type { ProgramAnswer } from './read-answer';
import type { RunResult } from './run-process';

/** What an answer to `version` shows. */
export type VersionAnswer =
  /** It names a version. */
  | { readonly kind: 'version'; readonly version: string }
  /** It is the program, but the app does not let it work, cannot be reached, or reports some other failure. */
  | { readonly kind: 'switched_off' | 'app_unreachable' | 'unavailable' }
  | { readonly kind: 'other_program' };

/** Tells from its answer to `version` whether a program is the one to run. */
export function readVersion({ stdout, stderr }: Pick<ProgramAnswer, 'stdout' | 'stderr'>): VersionAnswer {
  const text = stdout.trim();
  const version = /^\d+\.\d+\.\d+[^\r\n]*/.exec(text)?.[0];
  if (version) return { kind: 'version', version };
  if (CLI_DISABLED.test(text) || CLI_DISABLED.test(stderr.trim())) return { kind: 'switched_off' };
  if (APP_UNREACHABLE.test(stderr) || APP_UNREACHABLE.test(text)) return { kind: 'app_unreachable' };
  const isFailure = text === VAULT_NOT_FOUND || text.startsWith('Error: ');
  return { kind: isFailure ? 'unavailable' : 'other_program' };
}

/** Whether an answer to any command says that the app takes no commands now. The text of a note may say so, too. */
export function seemsUnavailable(
  { stdout, stderr }: Pick<RunResult, 'stdout' | 'stderr'>,
  printsNoise: boolean,
): boolean {
  if (stdout.length > MESSAGE_LIMIT) return false;
  const answer = {
    stdout: (printsNoise ? withoutNoise(stdout) : stdout).toString(),
    stderr: stderr.toString('utf8', 0, MESSAGE_LIMIT),
  };
  return ['switched_off', 'app_unreachable'].includes(readVersion(answer).kind);
}
