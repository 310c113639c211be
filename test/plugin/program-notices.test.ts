import { expect, it } from 'vitest';
import type { CliState, CliStatus } from '../../src/bridge/cli/program-status';
import type { ServerControl, ServerState } from '../../src/obsidian/bridge-controller';
import { reportProgramProblems } from '../../src/obsidian/status-notices';
import { describeCli } from '../../src/obsidian/status-text';

const AVAILABLE: CliStatus = {
  state: 'available',
  problem: '',
  hint: '',
  version: '1.13.7 (installer 1.13.4)',
  path: '/x/obsidian',
  searched: '',
  recognized: true,
  mayBeRecognized: false,
  isMute: false,
  printsNoise: false,
};

/** A status in this state, with a sentence and a remedy that name it. */
function statusIn(state: CliState): CliStatus {
  const isFine = state === 'available' || state === 'checking';
  return { ...AVAILABLE, state, ...(!isFine && { problem: `It is ${state}.`, hint: `Fix ${state}.` }) };
}

/** Leads a bridge through these states. @returns what was shown and hidden, in order */
function follow(states: readonly CliState[], server: ServerState['kind'] = 'running'): string[] {
  const seen: string[] = [];
  let changed = (): void => undefined;
  const bridge = {
    program: { status: statusIn('checking') },
    server: { state: { kind: server } } as ServerControl,
    onChange: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
  };
  reportProgramProblems(bridge, (sentence) => {
    seen.push(sentence);
    return () => void seen.push(`hidden: ${sentence}`);
  });
  for (const state of states) {
    bridge.program.status = statusIn(state);
    changed();
    changed();
  }
  return seen;
}

it('each problem of the CLI is shown once, with its remedy, and hidden when it is fixed', () => {
  expect(follow(['checking', 'switched_off', 'available', 'not_installed', 'installer_too_old'])).toEqual([
    'It is switched_off. Fix switched_off.',
    'hidden: It is switched_off. Fix switched_off.',
    'It is not_installed. Fix not_installed.',
    'hidden: It is not_installed. Fix not_installed.',
    'It is installer_too_old. Fix installer_too_old.',
  ]);
});

it('one that comes back is shown again, but not that the CLI does not answer, which may be often', () => {
  const shown = follow(['switched_off', 'available', 'switched_off', 'available']).filter(
    (sentence) => !sentence.startsWith('hidden'),
  );
  expect(shown).toHaveLength(2);
  const silent = follow(['not_answering', 'available', 'not_answering', 'available', 'not_answering']);
  expect(silent.filter((sentence) => !sentence.startsWith('hidden'))).toHaveLength(1);
});

it('nothing is shown while the server does not run', () => {
  expect(follow(['not_installed', 'switched_off'], 'stopped')).toEqual([]);
});

it.each<CliState>(['not_installed', 'installer_too_old', 'switched_off', 'not_answering'])(
  'the settings say what is wrong and what to do: %s',
  (state) => {
    expect(describeCli(statusIn(state))).toBe(`It is ${state}. Fix ${state}.`);
  },
);
