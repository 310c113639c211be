import type { Grant } from '../bridge-controller';

/** How many changes a client makes in 10 minutes before the user is asked, unless the key says otherwise. */
const USUAL_ASK_AFTER = 30;

/** When a client's calls wait for the user, in the order in which it is offered. */
export const ASKING = {
  risky: 'Before risky changes',
  all: 'Before every change',
  never: 'Never',
} as const;

export type Asking = keyof typeof ASKING;

/** What is offered first for a new client. */
export const USUAL_ASKING: Asking = 'risky';

/** Whether a text is the name of a choice. */
export function isAsking(text: string): text is Asking {
  return Object.hasOwn(ASKING, text);
}

/** The choice that a client has. */
export function askingOf({ ask }: Pick<Grant, 'ask'>): Asking {
  if (ask === 'risky') return 'risky';
  return ask === true ? 'all' : 'never';
}

/** What a key has for a choice. */
export function askFor(asking: Asking): Pick<Grant, 'ask' | 'askAfter'> {
  if (asking === 'risky') return { ask: 'risky', askAfter: USUAL_ASK_AFTER };
  return { ask: asking === 'all' ? true : undefined, askAfter: undefined };
}

/** What a client's choice means, as sentences. */
export function askingInWords({ ask, askAfter }: Pick<Grant, 'ask' | 'askAfter'>): string {
  const often = askAfter === undefined ? '' : `After ${askAfter} changes in 10 minutes, the next one waits.`;
  const waits = {
    risky: 'Deleting, overwriting and other risky calls wait until you allow them.',
    all: 'Each change waits until you allow it.',
    never: '',
  }[askingOf({ ask })];
  return [waits, often].filter(Boolean).join(' ') || 'Its calls never wait for you.';
}
