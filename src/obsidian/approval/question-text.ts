import type { KeptQuestion } from '../../bridge/call/approval/kept-questions';
import { OWNER_NAME } from '../../bridge/key-records';
import { printable } from '../../bridge/text/printable';

/** The client that asks, by the name that the user knows. */
export function askerOf({ client }: Pick<KeptQuestion, 'client'>): string {
  return client === OWNER_NAME ? 'A client with your API key' : printable(client, 60);
}

/** The questions that wait. */
export function waitingIn(questions: readonly KeptQuestion[]): readonly KeptQuestion[] {
  return questions.filter(({ state }) => state === 'waiting');
}

/** How many questions wait, as a sentence without its end. */
export function describeWaiting(count: number): string {
  return count === 1 ? '1 question waits for you' : `${count} questions wait for you`;
}
