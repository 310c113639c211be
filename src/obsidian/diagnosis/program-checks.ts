import type { ProgramReply } from '../bridge-controller';
import type { CliStatus } from '../../bridge/cli/program-status';
import { TOGGLE } from '../../bridge/cli/program-status';
import { PrivateFolders } from '../../bridge/notes/private-folders';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Finding } from './finding';

const TURN_ON = 'Turn on "Command line interface" under Settings → General → Advanced.';
/** Responses are slower than this with old installers, where the app itself is the CLI. */
const SLOW_MS = 1_000;
/** The first app version with the CLI, and the first installer with the native one. */
const FIRST_VERSION = [1, 12, 0];
const FIRST_NATIVE = [1, 12, 7];

/** The result of checks that need a CLI when there is none. */
export const SKIPPED: Finding = {
  level: 'note',
  text: "Skipped because the Obsidian CLI isn't available.",
};

/** Whether the CLI was found. */
export function programFound({ state, path, problem, hint, searched }: CliStatus): Finding {
  switch (state) {
    // Another check finds whether it is turned on in the app.
    case 'switched_off':
    case 'available':
      return { level: 'ok', text: path };
    case 'not_installed':
      return {
        level: 'problem',
        text: `${problem} Looked at: ${searched}.`,
        remedy: hint,
        fix: 'app_settings',
      };
    case 'installer_too_old':
      return { level: 'problem', text: `${problem} Looked at: ${searched}.`, remedy: hint };
    case 'not_answering':
      return { level: 'problem', text: `${problem} Path: ${path}.`, remedy: hint };
    case 'checking':
      return {
        level: 'problem',
        text: "The Obsidian CLI didn't respond in time.",
        remedy: 'Close any open dialog in the app, then run the diagnosis again.',
      };
  }
}

/** Whether the CLI that was found isn't the app's own executable. */
export function rightProgram({ path }: CliStatus, isApp: boolean): Finding {
  if (path === '') return SKIPPED;
  if (!isApp) return { level: 'ok', text: 'This is the Obsidian CLI, not the app itself.' };
  return {
    level: 'problem',
    text: 'This is the app itself, which opens windows instead of responding.',
    remedy: `${TURN_ON} Then clear "${SETTING_LABELS.cliPath}" under Advanced.`,
    fix: 'bridge_settings',
  };
}

/** Whether app and installer are new enough. */
export function programVersion({ path, version, isMute, problem, hint }: CliStatus): Finding {
  if (path === '') return SKIPPED;
  if (isMute) return { level: 'problem', text: problem, remedy: hint, fix: 'bridge_settings' };
  const [app, installer] = version.match(/(?<!\d)\d+\.\d+\.\d+/g) ?? [];
  if (app === undefined) {
    return {
      level: 'problem',
      text: "The Obsidian CLI doesn't report its version.",
      remedy: 'Restart the app, then run the diagnosis again.',
    };
  }
  if (isOlder(app, FIRST_VERSION)) {
    return { level: 'problem', text: version, remedy: 'Update the app to 1.12 or later.' };
  }
  if (installer !== undefined && isOlder(installer, FIRST_NATIVE)) {
    return {
      level: 'note',
      text: version,
      remedy: 'The installer is old, which makes commands slow. Reinstall the app from obsidian.md.',
    };
  }
  return { level: 'ok', text: version };
}

/** Whether the CLI is turned on and reaches the app. */
export function programEnabled(answer: ProgramReply | undefined): Finding {
  if (!answer) return unanswered();
  if (answer.code === 'cli_disabled') {
    return {
      level: 'problem',
      text: 'The Obsidian CLI is turned off.',
      remedy: TURN_ON,
      fix: 'app_settings',
    };
  }
  if (answer.code === 'app_not_running') {
    return {
      level: 'problem',
      text: "The Obsidian CLI can't find the running app.",
      remedy: `A second instance of the app may have taken over the connection. Close that one, then ${TOGGLE}.`,
    };
  }
  return { level: 'ok', text: 'The app accepts commands.' };
}

/** Whether the vault responds. */
export function vaultAnswers(answer: ProgramReply | undefined, vault: string): Finding {
  if (!answer) return unanswered();
  if (answer.code === undefined) return { level: 'ok', text: `${vault} responds.` };
  // The line before already says what is wrong and what to do.
  if (programEnabled(answer).level === 'problem') return SKIPPED;
  const message = answer.stderr.trim().split('\n')[0] ?? '';
  return {
    level: 'problem',
    text: `${vault} doesn't respond: ${message || `exit code ${answer.exitCode}`}`,
    remedy: `Check "${SETTING_LABELS.defaultVault}" under Advanced.`,
    fix: 'bridge_settings',
  };
}

/** How long a command takes. */
export function roundTrip(answer: ProgramReply | undefined): Finding {
  if (!answer) return unanswered();
  if (programEnabled(answer).level === 'problem') return SKIPPED;
  const text = `${answer.duration} ms for one command, after ${answer.waited} ms in the queue.`;
  if (answer.duration <= SLOW_MS) return { level: 'ok', text };
  return {
    level: 'note',
    text,
    remedy: 'This is slow. If it stays slow, reinstall the app from obsidian.md.',
  };
}

function unanswered(): Finding {
  return {
    level: 'problem',
    text: 'No command finished in time.',
    remedy:
      'Close any open dialog in the app, wait for running requests to finish, then run the diagnosis again.',
  };
}

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const index = parts.findIndex((part, at) => part !== than[at]);
  return index >= 0 && (parts[index] ?? 0) < (than[index] ?? 0);
}

/** Whether each private place is one of this vault. @param paths of its folders and files; undefined if they are not known */
export function privatePlaces(places: readonly string[], paths: readonly string[] | undefined): Finding {
  const unmatched = places.filter((place) => paths?.some(PrivateFolders.of([place]).hides) === false);
  if (unmatched.length === 0) return { level: 'ok', text: `${places.length}, which no client sees.` };
  return {
    level: 'problem',
    text: `This vault has no folder or note ${unmatched.map((place) => `"${place}"`).join(', ')}.`,
    remedy: `Check the spelling in "${SETTING_LABELS.privateFolders}", or take it off the list.`,
    fix: 'bridge_settings',
  };
}
