import type { Grant } from './client';

type AccessLevel = Grant['access'];

/** What a client may do, in the order in which it is offered. */
export const ACCESS_LEVELS: Readonly<Record<AccessLevel, { readonly name: string; readonly desc: string }>> =
  {
    read: { name: 'Read only', desc: "It can look things up, but can't change anything." },
    write: { name: 'Read and write', desc: 'It can read, create, change, and delete notes.' },
    full: {
      name: 'Full access',
      desc: 'It can do everything your settings allow, including dangerous commands.',
    },
  };

/** What a new client is offered first. */
export const USUAL_ACCESS: AccessLevel = 'write';

/** Whether a text, such as the value of a list, is one of them. */
export function isAccessLevel(text: string): text is AccessLevel {
  return Object.hasOwn(ACCESS_LEVELS, text);
}
