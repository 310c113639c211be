import type { Platform } from './platform';
import { displayPath } from './program';
import type { Program } from './program';

/** Where to look for the program. */
export interface SearchPlaces {
  /** A program that the host names; no other place is searched. */
  readonly only?: Program | undefined;
  /** The path from the settings, which comes first. */
  readonly configured: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The app's resources folder, when running inside the app. */
  readonly resourcesPath?: string | undefined;
  /** Resolves symbolic links, if the host may access the file system; never fails. */
  readonly resolveLink?: ((path: string) => Promise<string>) | undefined;
}

/** One place to search. */
export interface Candidate {
  readonly program: Program;
  /** Whether the user chose this place. */
  readonly named: boolean;
  /** Whether this is the client that belongs to the app in which the bridge runs. */
  readonly bundled: boolean;
}

/**
 * The places to search, in order: the settings, the app's own client when running inside the app, PATH, the system's
 * folders, the home folder. Never a relative path, nor the windowed app, which would open a window.
 */
export function candidates(places: SearchPlaces, platform: Platform): Candidate[] {
  return everyPlace(places, platform).filter(
    ({ program: { file } }) =>
      platform.isAbsolute(file) && !platform.isAppExecutable(file, places.resourcesPath),
  );
}

/** Whether this place, or what it links to, is the windowed app. */
export async function isAppItself(file: string, places: SearchPlaces, platform: Platform): Promise<boolean> {
  const { resourcesPath, resolveLink } = places;
  if (platform.isAppExecutable(file, resourcesPath)) return true;
  return (
    resolveLink !== undefined &&
    platform.isAbsolute(file) &&
    platform.isAppExecutable(await resolveLink(file), resourcesPath)
  );
}

function everyPlace(places: SearchPlaces, platform: Platform): Candidate[] {
  if (places.only) return [{ program: places.only, named: true, bundled: false }];
  const { environment, resourcesPath } = places;
  const configured = places.configured.trim();
  const folders = pathFolders(environment, platform);
  const searched = [
    ...folders.map((folder) => platform.join(folder, platform.programName)),
    ...platform.systemPrograms,
    ...homePrograms(places, platform),
  ].filter((file) => !platform.isAppLauncher(file, resourcesPath));
  const everything = [
    ...(configured ? [candidate(configured, { named: true })] : []),
    ...bundledPrograms(places, platform).map((file) => candidate(file, { bundled: true })),
    ...searched.map((file) => candidate(file)),
  ];
  const seen = new Set<string>();
  return everything.filter(({ program: { file } }) => {
    const key = platform.pathsIgnoreCase ? file.toLowerCase() : file;
    return !seen.has(key) && seen.add(key);
  });
}

/** The places in words, for an error message. The folders in PATH are not named, as they may be private. */
export function describePlaces(places: SearchPlaces, platform: Platform): string {
  if (places.only) return displayPath(places.only);
  const configured = places.configured.trim();
  const notLaunchers = platform.systemPrograms.filter(
    (file) => !platform.isAppLauncher(file, places.resourcesPath),
  );
  return [
    ...(configured ? [configured] : []),
    ...bundledPrograms(places, platform),
    'PATH',
    ...notLaunchers,
    ...homePrograms(places, platform),
  ].join(', ');
}

function candidate(file: string, { named = false, bundled = false } = {}): Candidate {
  return { program: { file, leadingArguments: [] }, named, bundled };
}

function bundledPrograms({ resourcesPath }: SearchPlaces, platform: Platform): string[] {
  return resourcesPath ? [platform.bundledProgram(resourcesPath)] : [];
}

function homePrograms({ environment }: SearchPlaces, platform: Platform): string[] {
  const home = environment['HOME'];
  return home ? platform.homePrograms(home) : [];
}

/** The absolute folders in PATH. On Windows its name may be in any case, and folders with spaces may be quoted. */
function pathFolders(environment: NodeJS.ProcessEnv, platform: Platform): string[] {
  const windows = platform.id === 'win32';
  const isPath = (name: string): boolean => (windows ? name.toUpperCase() : name) === 'PATH';
  const path = Object.entries(environment).find(([name]) => isPath(name))?.[1] ?? '';
  const folders = path.split(platform.pathDelimiter);
  return (windows ? folders.map((folder) => folder.replace(/^"(.*)"$/, '$1')) : folders).filter((folder) =>
    platform.isAbsolute(folder),
  );
}
