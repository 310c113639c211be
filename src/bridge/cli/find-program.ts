import type { Platform } from './platform';
import type { Program } from './program';
import { ProgramAnswer, readVersion } from './read-answer';
import type { VersionAnswer } from './read-answer';
import { SpawnError } from './run-process';
import type { RunResult } from './run-process';
import { noiseKinds } from './start-up-lines';
import { candidates, describePlaces, isAppItself } from './program-places';
import type { SearchPlaces } from './program-places';

/** A program that started, and how it answered `version`. */
export interface FoundProgram {
  readonly found: true;
  readonly program: Program;
  /** The version line; empty if the program did not print one. */
  readonly version: string;
  /** `other_program` is not known to be the Obsidian CLI, but is run as if it were. */
  readonly answer: VersionAnswer['kind'] | 'hung';
  /** Whether it prints start-up lines before its answer, as the app's own executable does when it serves as the CLI. */
  readonly printsNoise: boolean;
  /** The kinds of them that it printed to stdout before its version. */
  readonly noise?: readonly string[];
  /** Whether it ended and printed nothing. */
  readonly isMute?: boolean;
}

/** The result of a search for the program: the program, or the places that were searched. */
export type LookupResult = FoundProgram | { readonly found: false; readonly searched: string };

/**
 * Runs `version`.
 * @throws SpawnError when the place holds no program
 */
export type AskVersion = (program: Program, timeoutMs: number) => Promise<RunResult>;

/** How long a candidate may take to answer; shorter once one has hung, so that the search ends soon. */
const ANSWER_MS = 5_000;
const SHORT_ANSWER_MS = 2_000;

/**
 * Looks for the program by asking each candidate for its `version`. The first that answers like the Obsidian CLI is
 * taken; else one that says why it cannot; else the first that exits with 0; else one that hangs, as the CLI does while
 * the app shows a dialog. A program that the user named is taken whatever it answers, as long as it starts; the one that
 * belongs to the running app is taken unless it answers like another program.
 * @throws what `ask` rejects with, unless it is about the place
 */
export async function findProgram(
  places: SearchPlaces,
  platform: Platform,
  ask: AskVersion,
): Promise<LookupResult> {
  let best: FoundProgram | undefined;
  let hasHung = false;
  for (const { program, named, bundled } of candidates(places, platform)) {
    if (await isAppItself(program.file, places, platform)) continue;
    const asked = await askProgram(program, ask, hasHung ? SHORT_ANSWER_MS : ANSWER_MS);
    if (!asked) continue;
    const { exitCode, ...found } = asked;
    const isOther = found.answer === 'other_program';
    if (found.answer === 'version' || named || (bundled && !isOther)) return found;
    hasHung ||= found.answer === 'hung';
    if (isOther && exitCode !== 0) continue;
    if (!best || rankOf(found) > rankOf(best)) best = found;
  }
  return best ?? { found: false, searched: await searched(places, platform) };
}

/**
 * Asks one program for its version.
 * @returns undefined when there is no program that could be started
 * @throws what `ask` rejects with, unless it is about the place
 */
export async function askProgram(
  program: Program,
  ask: AskVersion,
  timeoutMs = SHORT_ANSWER_MS,
): Promise<(FoundProgram & { readonly exitCode: number }) | undefined> {
  try {
    const result = await ask(program, timeoutMs);
    const read = new ProgramAnswer(result, { printsNoise: true });
    const answer = readVersion(read);
    return {
      found: true,
      program,
      version: answer.kind === 'version' ? answer.version : '',
      answer: answer.kind === 'other_program' && result.endedBy === 'timeout' ? 'hung' : answer.kind,
      noise: noiseKinds(result.stdout),
      printsNoise: read.stdoutBytes + read.stderrBytes < read.outputBytes,
      isMute: read.outputBytes === 0 && result.endedBy === undefined,
      exitCode: result.exitCode,
    };
  } catch (error) {
    if (error instanceof SpawnError && !error.isTemporary) return undefined;
    throw error;
  }
}

function rankOf({ answer }: FoundProgram): number {
  if (answer === 'hung') return 0;
  return answer === 'other_program' ? 1 : 2;
}

/** The places in words, with a remark if the user named the app itself. */
async function searched(places: SearchPlaces, platform: Platform): Promise<string> {
  const text = describePlaces(places, platform);
  const named = places.only?.file ?? places.configured.trim();
  const isApp = named !== '' && (await isAppItself(named, places, platform));
  return isApp ? `${text} (${named} is the app itself, which is never run as the CLI)` : text;
}
