import type { Platform } from './platform';
import type { Program } from './program';
import { readAnswer } from './read-answer';
import { readVersion } from './read-version';
import { SpawnError } from './run-process';
import type { RunResult } from './run-process';
import { candidates, describePlaces } from './search-places';
import type { SearchPlaces } from './search-places';

/** What a look for the program has found: the program, or the places where it is not. */
export type LookupResult =
  | { readonly found: true; readonly program: Program; readonly version: string }
  | { readonly found: false; readonly searched: string };

/**
 * Looks for the program by asking each candidate for its `version`.
 * A place that was found by searching counts only if it answers with a version, or as the program does when the app
 * is unreachable. One that a person named also counts while it fails or hangs (an open dialog in the app makes even
 * `version` hang), but not when it answers as some other program.
 * @param ask runs `version`; rejects with a SpawnError when the place holds no program
 * @throws what `ask` rejects with, when that is not about the place
 */
export async function findProgram(
  places: SearchPlaces,
  platform: Platform,
  ask: (program: Program) => Promise<RunResult>,
): Promise<LookupResult> {
  for (const { program, named } of candidates(places, platform)) {
    try {
      const result = await ask(program);
      const answer = readVersion(readAnswer(result));
      if (answer.kind === 'version') return { found: true, program, version: answer.version };
      const failed = result.exitCode !== 0 && result.endedBy !== 'output_too_large';
      if (answer.kind === 'unavailable' || (named && failed)) return { found: true, program, version: '' };
    } catch (error) {
      if (!(error instanceof SpawnError) || error.isTemporary) throw error;
    }
  }
  return { found: false, searched: describePlaces(places, platform) };
}
