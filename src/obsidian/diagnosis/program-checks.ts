import type { CliResult } from '../../bridge/cli/client';
import type { CliStatus } from '../../bridge/cli/known-program';
import type { Finding } from './finding';

const TURN_ON = 'Turn on the command line interface under Settings, General, Advanced.';
/** Slower answers come from old installations, in which the app itself takes the place of the program. */
const SLOW_MS = 1_000;
/** The first version with the program, and the first installer with the small native one. */
const FIRST_VERSION = [1, 12, 0];
const FIRST_NATIVE = [1, 12, 7];

export function programFound({ state, path, searched }: CliStatus): Finding {
  switch (state) {
    case 'available':
      return { level: 'ok', text: path };
    case 'missing':
      return { level: 'problem', text: `Not found. Looked at: ${searched}`, remedy: TURN_ON };
    case 'checking':
      return {
        level: 'problem',
        text: 'It did not answer in time.',
        remedy: 'Close any dialog that is open in the app and run the diagnosis again.',
      };
  }
}

export function rightProgram({ path }: CliStatus, isApp: boolean): Finding {
  if (path === '') return { level: 'note', text: 'There is none to look at.' };
  if (!isApp) return { level: 'ok', text: 'It is the command line program, not the app itself.' };
  return {
    level: 'problem',
    text: 'This is the app itself, which opens windows instead of answering.',
    remedy: `${TURN_ON} Empty the CLI path in the settings of CLI Bridge.`,
  };
}

export function programVersion({ path, version }: CliStatus): Finding {
  if (path === '') return { level: 'note', text: 'Not known.' };
  const [app, installer] = version.match(/\d+\.\d+\.\d+/g) ?? [];
  if (app === undefined) {
    return {
      level: 'problem',
      text: 'It does not tell its version.',
      remedy: 'Restart the app and look again.',
    };
  }
  if (isOlder(app, FIRST_VERSION)) {
    return { level: 'problem', text: version, remedy: 'Update the app to 1.12 or later.' };
  }
  if (installer !== undefined && isOlder(installer, FIRST_NATIVE)) {
    return {
      level: 'note',
      text: version,
      remedy: 'The installer is old, which makes commands slow. Install the app anew from its website.',
    };
  }
  return { level: 'ok', text: version };
}

/** The checks that need an answer, when there is no program that could give one. */
export const LEFT_OUT: Finding = { level: 'note', text: 'Left out, because the program cannot be asked.' };

export function programEnabled(answer: CliResult | undefined): Finding {
  if (!answer) return unanswered();
  if (answer.code === 'cli_disabled') {
    return {
      level: 'problem',
      text: 'The command line interface is switched off in the app.',
      remedy: TURN_ON,
    };
  }
  if (answer.code === 'app_not_running') {
    return {
      level: 'problem',
      text: 'The program does not find the running app.',
      remedy: 'Restart the app.',
    };
  }
  return { level: 'ok', text: 'The app takes commands.' };
}

export function vaultAnswers(answer: CliResult | undefined, vault: string): Finding {
  if (!answer) return unanswered();
  if (answer.code === undefined) return { level: 'ok', text: `${vault} answers.` };
  // What is wrong then is said, with its remedy, in the line before.
  if (programEnabled(answer).level === 'problem') return LEFT_OUT;
  const said = answer.stderr.trim().split('\n')[0] ?? '';
  return {
    level: 'problem',
    text: `${vault} does not answer: ${said || `exit code ${answer.exitCode}`}`,
    remedy: 'Check the default vault in the settings of CLI Bridge.',
  };
}

export function roundTrip(answer: CliResult | undefined): Finding {
  if (!answer) return unanswered();
  if (programEnabled(answer).level === 'problem') return LEFT_OUT;
  const text = `${answer.duration} ms for one command, after ${answer.waited} ms in line.`;
  if (answer.duration <= SLOW_MS) return { level: 'ok', text };
  return {
    level: 'note',
    text,
    remedy: 'This is slow. Install the app anew from its website if it stays so.',
  };
}

function unanswered(): Finding {
  return {
    level: 'problem',
    text: 'No command was answered in time.',
    remedy:
      'Close any dialog that is open in the app, wait for running requests, and run the diagnosis again.',
  };
}

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const index = parts.findIndex((part, at) => part !== than[at]);
  return index >= 0 && (parts[index] ?? 0) < (than[index] ?? 0);
}
