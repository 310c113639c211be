import type { ChooseCarrier } from '../call';
import type { Failure, Outcome } from '../outcome';
import { shorten } from '../../text/shorten';
import { noStore } from './carrier';
import { editFailure } from './edit-failure';
import type { EditProblem, EditResult } from '../../notes/edit-result';
import { editText } from '../../notes/edit-text';
import type { NoteChange } from '../../notes/edit-text';
import { changeOf } from './note-change';
import { NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import type { NoteStore } from '../../notes/note-store';
import { carryElsewhere } from './other-vaults/hand-over';
import { done } from './result';
import { revisionOfLong } from '../../notes/revision';

/** Thrown inside the store's change step if an edit cannot be made. */
class Unchanged extends Error {
  constructor(readonly problem: EditProblem) {
    super(problem.code);
  }
}

/** Makes the carrier of the bridge's own edit command. It edits in the note store, in one step. */
export function createEdit(services: NoteServices): ChooseCarrier {
  const { client, stores, handovers } = services;
  return (command, line) => {
    const change = changeOf(command, line);
    const { vault } = line;
    if (client.status().recognized && !stores.mayReach(vault) && !handovers.mayReach(vault, command))
      throw noStore('The Obsidian CLI has no command for edits');
    return NoteCall.carryOwn(services, async (call) => {
      if (call.isElsewhere) return call.inNote((path) => carryElsewhere(call, path));
      const store = await call.store();
      return 'code' in store ? store : edit(call, store, change);
    });
  };
}

/** Makes an edit in the note store. */
export async function edit(call: NoteCall, store: NoteStore, change: NoteChange): Promise<Outcome> {
  const path = await call.path();
  if (path === undefined) return call.missing();
  let edited: EditResult | undefined;
  const changeText = (before: string): string => {
    const result = editText(before, change);
    if ('code' in result) throw new Unchanged(result);
    edited = result;
    return result.text;
  };
  let text: string | Failure | undefined;
  try {
    text = await call.change(store, path, changeText);
  } catch (error) {
    if (error instanceof Unchanged) return editFailure(path, change, error.problem);
    throw error;
  }
  if (typeof text === 'object') return text;
  if (text === undefined || edited === undefined) return call.missing();
  const { replacements, line, section } = edited;
  const data = {
    path,
    bytes: Buffer.byteLength('old' in change ? change.new : change.content),
    carrier: 'in_place',
    replacements,
    line,
    ...(section !== undefined && { section }),
    revision: await revisionOfLong(text),
  };
  return done(`Edited: ${path}`, data, warningsOf(edited));
}

function warningsOf({ removedHeadings, isHeadingRepeated }: EditResult): string[] {
  const warnings: string[] = [];
  if (removedHeadings) {
    const titles = removedHeadings.map((title) => `"${shorten(title)}"`).join(', ');
    warnings.push(`These subsections are part of the section and were replaced with it: ${titles}.`);
  }
  if (isHeadingRepeated)
    warnings.push('The content began with the heading of the section, which was not repeated.');
  return warnings;
}
