import { OWNER_NAME } from '../../bridge/key-records';
import { printable } from '../../bridge/text/printable';
import type { ConnectedClient, Grant } from '../bridge-controller';
import type { ClientKind } from './client-kind';
import { CLIENT_KINDS } from './client-kinds';

type AccessLevel = Grant['access'];

const LONGEST_NAME = 100;

/** What a client can be allowed to do, in the order in which it is offered. */
export const ACCESS_LEVELS: Readonly<Record<AccessLevel, { readonly name: string; readonly desc: string }>> =
  {
    read: { name: 'Read only', desc: "It can look things up, but can't change anything." },
    write: { name: 'Read and write', desc: 'It can read, create, change, and delete notes.' },
    full: {
      name: 'Full access',
      desc: 'It can do everything your settings allow, including dangerous commands.',
    },
  };

/** What is offered first for a new client. */
export const USUAL_ACCESS: AccessLevel = 'write';

/** Whether a text is the name of an access level. */
export function isAccessLevel(text: string): text is AccessLevel {
  return Object.hasOwn(ACCESS_LEVELS, text);
}

/** Checks a name for a new client. @returns what is wrong with it, as a sentence, or undefined */
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

/** The first of "Cursor", "Cursor 2", and so on that no client has. */
export function freeClientName(name: string, clients: readonly ConnectedClient[]): string {
  const names = [name, ...clients.map((_, index) => `${name} ${index + 2}`)];
  return names.find((each) => clientNameProblem(each, clients) === undefined) ?? name;
}

/** The kind of a client, by its name; undefined if the user has chosen another one. */
export function clientKindOf({ name }: Pick<ConnectedClient, 'name'>): ClientKind | undefined {
  const begins = (kind: ClientKind): boolean => name === kind.name || name.startsWith(`${kind.name} `);
  // "Antigravity CLI" begins like "Antigravity", too.
  return CLIENT_KINDS.filter((kind) => kind.isGeneric !== true && begins(kind)).sort(
    (one, other) => other.name.length - one.name.length,
  )[0];
}
