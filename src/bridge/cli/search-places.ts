import type { Platform } from './platform';
import { displayPath } from './program';
import type { Program } from './program';

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

/** One place to look at. */
export interface Candidate {
  readonly program: Program;
  /** Whether a person chose this place. */
  readonly named: boolean;
}

/**
 * The places to look at, in order: the settings, PATH, the system's folders, the app's installation. Never a relative
 * path, nor the windowed app, which would open a window.
 */
export function candidates(places: SearchPlaces, platform: Platform): Candidate[] {
  return everyPlace(places, platform).filter(
    ({ program: { file } }) => platform.isAbsolute(file) && !platform.isAppExecutable(file),
  );
}

function everyPlace(places: SearchPlaces, platform: Platform): Candidate[] {
  if (places.only) return [{ program: places.only, named: true }];
  const files = [
    ...pathFolders(places.environment, platform).map((folder) => platform.join(folder, platform.programName)),
    ...platform.systemPrograms,
    ...installedPrograms(places, platform),
  ];
  const configured = places.configured.trim();
  const list = configured ? [candidate(configured, true)] : [];
  const keyOf = (file: string): string => (platform.pathsIgnoreCase ? file.toLowerCase() : file);
  const seen = new Set([keyOf(configured)]);
  for (const file of files) {
    const key = keyOf(file);
    if (seen.has(key)) continue;
    seen.add(key);
    list.push(candidate(file, false));
  }
  return list;
}

/** The places in words, for an error message. PATH is not spelled out: its folders may be private. */
export function describePlaces(places: SearchPlaces, platform: Platform): string {
  if (places.only) return displayPath(places.only);
  const configured = places.configured.trim();
  return [
    ...(configured ? [configured] : []),
    'PATH',
    ...platform.systemPrograms,
    ...installedPrograms(places, platform),
  ].join(', ');
}

function candidate(file: string, named: boolean): Candidate {
  return { program: { file, leadingArguments: [] }, named };
}

function installedPrograms({ resourcesPath, environment }: SearchPlaces, platform: Platform): string[] {
  return platform.installedPrograms(resourcesPath, environment['HOME']);
}

/** The absolute folders of PATH. Windows writes the name in any case, and folders with spaces in quotation marks. */
function pathFolders(environment: NodeJS.ProcessEnv, platform: Platform): string[] {
  const windows = platform.id === 'win32';
  const isPath = (name: string): boolean => (windows ? name.toUpperCase() : name) === 'PATH';
  const path = Object.entries(environment).find(([name]) => isPath(name))?.[1] ?? '';
  const folders = path.split(platform.pathDelimiter);
  return (windows ? folders.map((folder) => folder.replace(/^"(.*)"$/, '$1')) : folders).filter((folder) =>
    platform.isAbsolute(folder),
  );
}
