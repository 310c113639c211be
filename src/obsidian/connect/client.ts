import { OWNER_NAME } from '../../bridge/key-records';
import type { KeyRecord } from '../../bridge/key-records';
import { printable } from '../../bridge/printable';

/** What the user gives a client when connecting it. */
export type Grant = Pick<KeyRecord, 'name' | 'access' | 'ask'>;

/** A client with a key of its own. */
export interface ConnectedClient extends Grant, Pick<KeyRecord, 'id'> {
  /** When it was last let in, in milliseconds since 1970; undefined if not since the app was opened. */
  readonly lastSeenAt: number | undefined;
}

const LONGEST_NAME = 100;

/** What is wrong with a name for a new client, as a sentence, or undefined. */
export function clientNameProblem(name: string, clients: readonly ConnectedClient[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Enter a name.';
  if (wanted.length > LONGEST_NAME) return `Use at most ${LONGEST_NAME} characters.`;
  if (printable(name) !== name) return 'Use visible characters only.';
  if (wanted === OWNER_NAME) return 'This name is reserved for your own API key. Choose another one.';
  if (clients.some((client) => client.name.toLowerCase() === wanted))
    return 'Another client has this name. Choose another one.';
  return undefined;
}

/** The first name of this form that no client has yet: "Cursor", "Cursor 2", ... */
export function freeClientName(name: string, clients: readonly ConnectedClient[]): string {
  const names = [name, ...clients.map((_, index) => `${name} ${index + 2}`)];
  return names.find((each) => clientNameProblem(each, clients) === undefined) ?? name;
}
