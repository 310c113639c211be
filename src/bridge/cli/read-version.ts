import { APP_UNREACHABLE, CLI_DISABLED, VAULT_NOT_FOUND } from './program-messages';
import type { ProgramAnswer } from './read-answer';

/** How an answer to `version` reads. */
type VersionAnswer =
  /** It names a version. */
  | { readonly kind: 'version'; readonly version: string }
  /** It is the program, but it cannot work now. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'other_program' };

/** Tells from its answer to `version` whether a program is the one to run. */
export function readVersion({ stdout, stderr }: Pick<ProgramAnswer, 'stdout' | 'stderr'>): VersionAnswer {
  const text = stdout.trim();
  const version = /^\d+\.\d+\.\d+[^\r\n]*/.exec(text)?.[0];
  if (version) return { kind: 'version', version };
  const isUnavailable =
    CLI_DISABLED.test(text) ||
    text === VAULT_NOT_FOUND ||
    APP_UNREACHABLE.test(stderr) ||
    APP_UNREACHABLE.test(text) ||
    text.startsWith('Error: ');
  return { kind: isUnavailable ? 'unavailable' : 'other_program' };
}
