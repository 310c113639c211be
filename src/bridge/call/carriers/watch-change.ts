import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import type { Witness } from '../judge/witness';
import type { NoteCall } from './note-call';
import type { NoteStore } from '../../notes/note-store';
import { placeText, takeOutText } from '../../notes/place-text';

/** The note right before the change. */
interface NoteBefore {
  readonly path: string | undefined;
  readonly text: string | undefined;
}

/**
 * Makes a witness that checks in the note store whether the program made an inline change.
 * @returns undefined if the store cannot tell
 */
export function watchChange(
  call: NoteCall,
  store: NoteStore | undefined,
  { path, text: before }: NoteBefore,
): Witness | undefined {
  const { command, line } = call;
  if (!store) return undefined;
  if (command.isDaily) return () => dailyWitness(call, store);
  if (path === undefined) return undefined;
  return async () => {
    const now = await store.read(path).catch(() => UNREADABLE);
    if (now === UNREADABLE) return undefined;
    const wanted = textByRule(command, line, before);
    if (wanted !== undefined && now === wanted) return 'made';
    if (now === before) return 'unchanged';
    return wanted === undefined ? 'changed' : 'other';
  };
}

const UNREADABLE = Symbol('unreadable');

/** The text that the program should write; undefined if it cannot be predicted. */
export function textByRule(
  { writes }: Command,
  { parameters, flags }: CommandLine,
  before: string | undefined,
): string | undefined {
  const content = parameters.get('content') ?? '';
  if (writes === 'new_note') return parameters.has('template') ? undefined : content;
  if (before === undefined || (writes !== 'end' && writes !== 'start')) return undefined;
  return placeText(before, content, writes === 'end' ? 'append' : 'prepend', flags.includes('inline'));
}

/** Checks whether today's note ends or begins with the text, because its text before is not known. */
async function dailyWitness(call: NoteCall, store: NoteStore): Promise<Awaited<ReturnType<Witness>>> {
  const path = await call.cli.dailyPath();
  const now = path === undefined ? undefined : await store.read(path).catch(() => undefined);
  if (now === undefined) return undefined;
  const { command, line } = call;
  const content = line.parameters.get('content') ?? '';
  const place = command.writes === 'end' ? 'append' : 'prepend';
  const before = takeOutText(now, content, place, line.flags.includes('inline'));
  return before === undefined ? 'other' : 'changed';
}
