import { isUtf8 } from 'node:buffer';
import type { EndReason } from './end-process';
import { APP_UNREACHABLE, CLI_DISABLED, MESSAGE_LIMIT, VAULT_NOT_FOUND } from './program-messages';
import type { RunResult } from './run-process';
import { withoutNoise } from './start-up-lines';

interface NoiseFacts {
  /** Whether the program prints start-up lines before its answer. */
  readonly printsNoise: boolean;
  /** The kinds to remove; absent for all. */
  readonly onlyNoise?: readonly string[] | undefined;
}

/** What the program said in one run, read but not judged. */
export class ProgramAnswer {
  /** 128 + n for a signal. */
  readonly exitCode: number;
  /** Why the bridge ended the run; absent when it ended on its own. */
  readonly endedBy: EndReason | undefined;
  /** The end of the output is missing: it was printed after the program had exited, or while it was being ended. */
  readonly isPartial: boolean;
  /** Bytes that were printed on both streams, start-up lines included. */
  readonly outputBytes: number;
  /** Milliseconds of the processes alone. */
  readonly duration: number;
  /** The answer on either stream, without the start-up lines before it. */
  private readonly printed: Readonly<Record<'stdout' | 'stderr', Buffer>>;
  private readonly texts: { stdout?: string; stderr?: string } = {};

  /** @param repeated the process before it, which found its vault closed, so that nothing ran */
  constructor(
    run: RunResult,
    { printsNoise, onlyNoise }: NoiseFacts,
    private readonly repeated?: ProgramAnswer,
  ) {
    const read = (bytes: Buffer): Buffer => (printsNoise ? withoutNoise(bytes, onlyNoise) : bytes);
    this.exitCode = run.exitCode;
    this.endedBy = run.endedBy;
    this.isPartial = run.isPartial;
    this.printed = { stdout: read(run.stdout), stderr: read(run.stderr) };
    this.outputBytes = run.stdout.length + run.stderr.length;
    this.duration = Math.round(run.duration) + (repeated?.duration ?? 0);
  }

  /** How many processes it took. */
  get processes(): number {
    return this.repeated ? 2 : 1;
  }

  /** What was printed to stdout. */
  get stdout(): string {
    return (this.texts.stdout ??= this.printed.stdout.toString());
  }

  /** As {@link stdout}. */
  get stderr(): string {
    return (this.texts.stderr ??= this.printed.stderr.toString());
  }

  /** In bytes. */
  get stdoutBytes(): number {
    return this.printed.stdout.length;
  }

  /** In bytes. */
  get stderrBytes(): number {
    return this.printed.stderr.length;
  }

  /** Whether some bytes of the output are not UTF-8; each of them shows as U+FFFD. */
  isDamaged(): boolean {
    return !isUtf8(this.printed.stdout) || !isUtf8(this.printed.stderr);
  }
}

/** What an answer to `version` says. */
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
  return isUnavailable(answer);
}

/** The same for an answer that contains no note. */
export function isUnavailable(answer: Pick<ProgramAnswer, 'stdout' | 'stderr'>): boolean {
  return ['switched_off', 'app_unreachable'].includes(readVersion(answer).kind);
}
