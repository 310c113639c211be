import type { EditProblem, EditResult } from '../../notes/edit-result';
import { editText } from '../../notes/edit-text';
import { revisionOfLong } from '../../notes/revision';
import { shorten } from '../../text/shorten';
import type { Carrier } from '../call';
import { changeNote } from '../note/change-note';
import { missingNote, noStore, pathOf, storeOf } from '../note/locate';
import { done } from '../outcome';
import { editFailure } from './edit-failure';
import { changeOf } from './note-change';
import { requireCli } from './require-cli';

/** Thrown inside the store's change step if an edit cannot be made. */
class Unchanged extends Error {
  constructor(readonly problem: EditProblem) {
    super(problem.code);
  }
}

/** The bridge's own edit command. It edits in the note store, in one step. */
export const EDIT: Carrier = {
  check: (call) => {
    const { command, line, context } = call;
    changeOf(command, line);
    if (call.isRecognized && !context.stores.mayReach(line.vault))
      throw noStore('The Obsidian CLI has no command for edits');
  },
  carry: async (call) => {
    requireCli(call);
    const change = changeOf(call.command, call.line);
    const store = await storeOf(call);
    const path = await pathOf(call);
    let edited: EditResult | undefined;
    const changeText = (before: string): string => {
      const result = editText(before, change);
      if ('code' in result) throw new Unchanged(result);
      edited = result;
      return result.text;
    };
    const text = await changeNote(call, store, path, changeText).catch((error: unknown) => {
      throw error instanceof Unchanged ? editFailure(path, change, error.problem) : error;
    });
    if (text === undefined || edited === undefined) throw await missingNote(call);
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
  },
};

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
