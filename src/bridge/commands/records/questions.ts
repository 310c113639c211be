import type { CommandRecord } from './command-record';

/** The command for what the user was asked. */
export const QUESTIONS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'cli-bridge:questions': {
    kind: 'read',
    reveals: { paths: 'own' },
    byBridge: 'questions',
    summary: "Lists the calls that wait for the user, and the user's answers.",
    note: 'A client sees its own. A call that got approval_pending is listed under the id in data.question; once it is answered, the answer is in answer. Kept for 24 hours, or until the app is closed.',
    vault: 'not_needed',
    parameters: {
      id: { placeholder: '<id>', description: 'Only this question' },
    },
    success: { shape: 'lines' },
    repeatable: false,
    printsUserText: true,
    searchWords: 'approval pending approve allowed denied answer wait later ask permission confirm',
  },
};
