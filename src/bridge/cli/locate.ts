import { decode, readVersion } from './output';
import type { Platform } from './platform';
import type { Program, RunResult } from './spawn';
import { SpawnError } from './spawn';

/** Where to look for the program. */
export interface SearchPlaces {
  /** A program the host names: nothing else is looked at. */
  readonly only?: Program | undefined;
  /** The path from the settings, looked at first. */
  readonly configured: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The app's resources folder, when running inside the app. */
  readonly resourcesPath?: string | undefined;
}

/** One place to look at. `named` tells that a person chose it. */
interface Candidate {
  readonly program: Program;
  readonly named: boolean;
}

/** A search that ended: the program, or the places that were looked at in vain. */
export type SearchResult =
  | { readonly found: true; readonly program: Program; readonly version: string }
  | { readonly found: false; readonly searched: string };

function program(file: string): Program {
  return { file, leadingArguments: [] };
}

/** The absolute folders of PATH. Windows writes the name in any case and folders with blanks in quotation marks. */
function searchFolders(environment: NodeJS.ProcessEnv, platform: Platform): string[] {
  const windows = platform.id === 'win32';
  const isPath = (name: string): boolean => (windows ? name.toUpperCase() : name) === 'PATH';
  const path = Object.entries(environment).find(([name]) => isPath(name))?.[1] ?? '';
  const folders = path.split(platform.pathDelimiter);
  return (windows ? folders.map((folder) => folder.replace(/^"(.*)"$/, '$1')) : folders).filter((folder) =>
    platform.isAbsolute(folder),
  );
}

/** The places to look at, in order (§7.2): the settings, PATH, the system's folders, the app's installation. */
export function candidates(places: SearchPlaces, platform: Platform): Candidate[] {
  if (places.only) return [{ program: places.only, named: true }];
  const home = places.environment['HOME'];
  const files = [
    ...searchFolders(places.environment, platform).map((folder) =>
      platform.join(folder, platform.programName),
    ),
    ...platform.systemPrograms,
    ...platform.installedPrograms(places.resourcesPath, home),
  ];
  const named = places.configured.trim();
  const list = named ? [{ program: program(named), named: true }] : [];
  const keyOf = (file: string): string => (platform.pathsIgnoreCase ? file.toLowerCase() : file);
  const seen = new Set([keyOf(named)]);
  for (const file of files) {
    const key = keyOf(file);
    if (seen.has(key) || platform.isAppExecutable(file)) continue;
    seen.add(key);
    list.push({ program: program(file), named: false });
  }
  return list;
}

/** What was looked at, in words for an error message. */
function describe(places: SearchPlaces, platform: Platform): string {
  if (places.only) return nameOf(places.only);
  const home = places.environment['HOME'];
  const installed = platform.installedPrograms(places.resourcesPath, home);
  const named = places.configured.trim();
  return [...(named ? [named] : []), 'PATH', ...platform.systemPrograms, ...installed].join(', ');
}

/** The path by which people know a program: of a script, the script and not its interpreter. */
export function nameOf(program: Program): string {
  return program.leadingArguments.at(-1) ?? program.file;
}

/**
 * Looks for the program by asking each candidate for its `version`.
 * A place that was found by searching counts only if it answers with a version, or as the program does when the app
 * is unreachable. One that a person named also counts while it fails or hangs (an open dialog in the app makes even
 * `version` hang), but not when it answers as some other program.
 * @param ask runs `version`; rejects with a SpawnError when the place holds no program
 */
export async function locate(
  places: SearchPlaces,
  platform: Platform,
  ask: (program: Program) => Promise<RunResult>,
): Promise<SearchResult> {
  const list = candidates(places, platform);
  for (const candidate of list) {
    if (!platform.isAbsolute(candidate.program.file) || platform.isAppExecutable(candidate.program.file))
      continue;
    try {
      const result = await ask(candidate.program);
      const answer = readVersion(decode(result.stdout).text, decode(result.stderr).text);
      if (answer.kind === 'version')
        return { found: true, program: candidate.program, version: answer.version };
      const failed = result.exitCode !== 0 && result.endedBy !== 'output_too_large';
      if (answer.kind === 'unwell' || (failed && candidate.named)) {
        return { found: true, program: candidate.program, version: '' };
      }
    } catch (error) {
      if (!(error instanceof SpawnError)) throw error;
    }
  }
  return { found: false, searched: describe(places, platform) };
}
