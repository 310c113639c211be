import { posix, win32 } from 'node:path';

/** The part of a child process that a platform needs to end it. */
export interface Endable {
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): boolean;
}

/** Everything that differs between operating systems. */
export interface Platform {
  readonly id: 'linux' | 'darwin' | 'win32';
  /** The system's name as people write it. */
  readonly title: string;
  /** Name of the program in a folder of PATH. */
  readonly programName: string;
  readonly pathDelimiter: string;
  /** Whether two spellings of a path in different case name one file. */
  readonly pathsIgnoreCase: boolean;
  /** Bytes of one whole call that the real program takes; with more, it hangs, crashes the app or corrupts text. */
  readonly requestLimit: number;
  /** Whether line breaks in `content` must be sent as the two characters backslash and n. */
  readonly encodesLineBreaks: boolean;
  /** Whether a child leads its own process group, so that its children end with it. */
  readonly detached: boolean;
  /** A folder that is never inside a vault, used as the working directory of the child. */
  readonly neutralFolder: string;
  readonly join: (...parts: string[]) => string;
  readonly isAbsolute: (path: string) => boolean;
  /** Places where the system registers the program, searched after PATH. */
  readonly systemPrograms: readonly string[];
  /** The CLI of the installation that has this resources folder. */
  bundledProgram(resourcesPath: string): string;
  /** Places in the home folder where the app registers the program, searched last. */
  homePrograms(home: string): string[];
  /**
   * Whether this is the windowed app's executable, which must never be run as the CLI.
   * @param resourcesPath the resources folder of the app that the bridge runs in, if it runs in one
   */
  isAppExecutable(path: string, resourcesPath?: string): boolean;
  /**
   * Whether this place usually starts the windowed app, through a link or a script that does not show it. Such a place is
   * not searched if the running app's own CLI is known; the user may still name it.
   */
  isAppLauncher(path: string, resourcesPath: string | undefined): boolean;
  /** Asks (`SIGTERM`) or forces (`SIGKILL`) the child to exit, with its children where the system allows it. */
  end(child: Endable, signal: 'SIGTERM' | 'SIGKILL'): void;
}

function endGroup(child: Endable, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has exited, or the child does not lead it yet.
    child.kill(signal);
  }
}

const POSIX = {
  programName: 'obsidian',
  pathDelimiter: ':',
  encodesLineBreaks: false,
  detached: true,
  neutralFolder: '/',
  join: (...parts: string[]) => posix.join(...parts),
  isAbsolute: (path: string) => posix.isAbsolute(path),
  systemPrograms: ['/usr/local/bin/obsidian', '/usr/bin/obsidian'],
  homePrograms: (home: string) => [posix.join(home, '.local/bin/obsidian')],
  end: endGroup,
} as const;

const LINUX: Platform = {
  ...POSIX,
  id: 'linux',
  title: 'Linux',
  pathsIgnoreCase: false,
  requestLimit: 60_000,
  bundledProgram: (resourcesPath) => posix.join(posix.dirname(resourcesPath), 'obsidian-cli'),
  isAppExecutable(path, resourcesPath) {
    // An AppImage mounts itself in a folder of this name, and puts it first on PATH.
    if (/\/opt\/obsidian\/obsidian$/i.test(path)) return true;
    if (/\/\.mount_[^/]*\//i.test(path) && /\/(?:obsidian|AppRun)$/i.test(path)) return true;
    const app = resourcesPath && `${posix.dirname(resourcesPath)}/`;
    return Boolean(app && path.startsWith(app) && posix.basename(path) === 'obsidian');
  },
  // The package links /usr/bin/obsidian to the app's executable, and other folders may be links to that one; the other place is
  // a script that starts the app.
  isAppLauncher: (path, resourcesPath) =>
    resourcesPath !== undefined &&
    (/^\/(?:usr\/)?s?bin\/obsidian$/.test(path) ||
      (path === '/snap/bin/obsidian' && resourcesPath.startsWith('/snap/'))),
};

const MACOS: Platform = {
  ...POSIX,
  id: 'darwin',
  title: 'macOS',
  pathsIgnoreCase: true,
  requestLimit: 8_000,
  bundledProgram: (resourcesPath) => posix.join(posix.dirname(resourcesPath), 'MacOS/obsidian-cli'),
  // Older installers put Contents/MacOS on PATH, where `obsidian` and the app's `Obsidian` are one file.
  isAppExecutable: (path) => /\/contents\/macos\/obsidian$/i.test(path),
  // Homebrew links it to the app's executable.
  isAppLauncher: (path, resourcesPath) =>
    resourcesPath !== undefined && path === '/opt/homebrew/bin/obsidian',
};

const WINDOWS: Platform = {
  id: 'win32',
  title: 'Windows',
  programName: 'Obsidian.com',
  pathDelimiter: ';',
  pathsIgnoreCase: true,
  requestLimit: 3_500,
  encodesLineBreaks: true,
  detached: false,
  // Only where the variable is missing: the system may be on another drive.
  neutralFolder: 'C:\\',
  join: (...parts) => win32.join(...parts),
  isAbsolute: (path) => win32.isAbsolute(path),
  systemPrograms: [],
  bundledProgram: (resourcesPath) => win32.join(win32.dirname(resourcesPath), 'Obsidian.com'),
  homePrograms: () => [],
  isAppExecutable: (path) => /[\\/]obsidian\.exe$/i.test(path),
  isAppLauncher: () => false,
  end: (child, signal) => void child.kill(signal),
};

/**
 * The platform of a `process.platform` value; systems other than Windows and macOS count as Linux.
 * @param environment names the folder of Windows itself, which every Windows has, on whichever drive it is
 */
export function platformOf(id: string, environment: NodeJS.ProcessEnv = process.env): Platform {
  if (id === 'win32')
    return { ...WINDOWS, neutralFolder: environment['SystemRoot'] || WINDOWS.neutralFolder };
  return id === 'darwin' ? MACOS : LINUX;
}
