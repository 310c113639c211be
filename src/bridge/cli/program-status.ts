import { settingInWords } from '../settings';
import type { FoundProgram } from './find-program';
import { displayPath } from './program';
import { isUnidentified } from './program-state';
import type { ProgramState } from './program-state';

/**
 * Whether commands can run, and if not, why. `checking` until the first look has ended; `not_answering` while the program is
 * silent, as it is when the app shows a dialog or is busy, or cannot reach the app.
 */
export const CLI_STATES = [
  'checking',
  'available',
  'not_installed',
  'installer_too_old',
  'switched_off',
  'not_answering',
] as const;

export type CliState = (typeof CLI_STATES)[number];

/** What is known about the program. */
export interface CliStatus {
  readonly state: CliState;
  /** What is wrong, as a sentence; empty while nothing is, or it is being looked for. */
  readonly problem: string;
  /** What a person can do about it; empty if `problem` is. */
  readonly hint: string;
  /** The version line; empty if the program did not print one. */
  readonly version: string;
  readonly path: string;
  /** The places searched, if it is not installed. */
  readonly searched: string;
  /**
   * Whether the program is known to be the Obsidian CLI: its version has the form of the CLI's, and its help was read. Any
   * other program gets exactly one process per call, and its exit code counts.
   */
  readonly recognized: boolean;
  /**
   * Whether it may be the Obsidian CLI although it is not recognized: its version has that form, or the app kept it from
   * reporting one, and its help has not been read.
   */
  readonly mayBeRecognized: boolean;
  /** Whether it printed nothing, neither for `version` nor for `help`. */
  readonly isMute: boolean;
  /** Whether it prints start-up lines before its answer, as the app's own executable does when it serves as the CLI. */
  readonly printsNoise: boolean;
  /** The kinds of them that it printed to stdout before its version. */
  readonly noise?: readonly string[];
}

/** What is known before the first look has ended. */
export const CHECKING: CliStatus = {
  state: 'checking',
  problem: '',
  hint: '',
  version: '',
  path: '',
  searched: '',
  recognized: false,
  mayBeRecognized: false,
  isMute: false,
  printsNoise: false,
};

/** How to make the app reopen the CLI connection. */
export const TOGGLE =
  'turn "Command line interface" off and on under Settings → General → Advanced, or restart the app';
const TURN_ON = 'Turn on "Command line interface" in Obsidian under Settings → General → Advanced.';

/**
 * Puts what is known about the program into words.
 * @param isInstallerOld whether the app was installed by an installer that came without the program
 */
export function describeProgram(
  {
    lookup,
    isSilent,
    isHelpRead,
    isHelpEmpty,
  }: Pick<ProgramState, 'lookup' | 'isSilent' | 'isHelpRead' | 'isHelpEmpty'>,
  isInstallerOld: boolean,
): CliStatus {
  if (!lookup) return CHECKING;
  if (!lookup.found) return { ...CHECKING, ...absence(lookup.searched, isInstallerOld) };
  const isMute = lookup.isMute === true && isHelpEmpty;
  return {
    ...CHECKING,
    ...conditionOf(lookup, isSilent, isMute),
    isMute,
    version: lookup.version,
    path: displayPath(lookup.program),
    recognized: isHelpRead && lookup.version !== '',
    mayBeRecognized: lookup.version === '' ? isUnidentified(lookup) : !isHelpRead,
    printsNoise: lookup.printsNoise,
    ...(lookup.noise && { noise: lookup.noise }),
  };
}

type Condition = Pick<CliStatus, 'state'> & Partial<Pick<CliStatus, 'problem' | 'hint' | 'searched'>>;

function absence(searched: string, isInstallerOld: boolean): Condition {
  if (isInstallerOld) {
    return {
      state: 'installer_too_old',
      problem: 'Your Obsidian installer is older than 1.12.7 and came without the Obsidian CLI.',
      hint: "Download Obsidian from obsidian.md and install it again. Updates inside the app don't update the installer.",
      searched,
    };
  }
  return {
    state: 'not_installed',
    problem: "The Obsidian CLI couldn't be found.",
    hint: `${TURN_ON} If it's already on, set ${settingInWords('cliPath')}.`,
    searched,
  };
}

function conditionOf({ answer }: FoundProgram, isSilent: boolean, isMute: boolean): Condition {
  if (answer === 'hung' || isSilent) {
    return {
      state: 'not_answering',
      problem: "The Obsidian CLI isn't responding.",
      hint: "Close any open dialog in Obsidian, or wait until the app is less busy. If that doesn't help, restart Obsidian.",
    };
  }
  switch (answer) {
    case 'switched_off':
      return {
        state: 'switched_off',
        problem: 'The Obsidian CLI is turned off.',
        hint: TURN_ON,
      };
    case 'app_unreachable':
      return {
        state: 'not_answering',
        problem: "The Obsidian CLI can't find the running app.",
        hint: `Start Obsidian. If it's running, a second instance may have taken over the connection. Close that one, then ${TOGGLE}.`,
      };
    case 'version':
    case 'unavailable':
    case 'other_program':
      return { state: 'available', ...(isMute && MUTE) };
  }
}

/** What to say about a program that runs and prints nothing. */
const MUTE = {
  problem: 'The program prints nothing for version and help, so it may not be the Obsidian CLI.',
  hint: `Check that ${settingInWords('cliPath')} names the Obsidian CLI, or clear it to have the CLI found.`,
};

/** The version of Electron in the first installer that came with the native CLI, 1.12.7. */
const FIRST_WITH_CLIENT = [39, 8, 3];

/**
 * Whether the app was installed by an installer older than the native CLI. The app updates itself but not Electron, so
 * the version of Electron shows the age of the installer.
 */
export function isInstallerOld(electronVersion: string): boolean {
  const parts = electronVersion.split('.').map(Number);
  const index = FIRST_WITH_CLIENT.findIndex((part, at) => part !== parts[at]);
  return index >= 0 && (parts[index] ?? 0) < (FIRST_WITH_CLIENT[index] ?? 0);
}
