import { EditError } from '../../notes/edit-result';
import type { EditResult } from '../../notes/edit-result';
import { editText } from '../../notes/edit-text';
import { sectionAt } from '../../notes/find-section';
import { revisionOfLong } from '../../notes/revision';
import { nextTurn } from '../../text/loop-turn';
import { shorten } from '../../text/printable';
import type { Carrier } from '../call';
import { changeNote } from '../note/change-note';
import { noStore } from '../../notes/no-store';
import { missingNote, pathOf, storeOf } from '../note/locate';
import { done } from '../outcome';
import { editFailure } from './edit-failure';
import { changeOf } from './note-change';
import { requireCli } from './require-cli';
import { todaysNote } from './write-in-place';

/** The bridge's own edit command. It edits in the note store, in one step. */
export const EDIT: Carrier = {
  check: (call) => {
    const { command, line, stores } = call;
    changeOf(command, line);
    if (call.isRecognized && !stores.mayChange(line.vault))
      throw noStore('The Obsidian CLI has no command for edits');
  },
  carry: async (call) => {
    requireCli(call);
    const change = changeOf(call.command, call.line);
    const store = await storeOf(call);
    const path = call.has('daily') ? await todaysNote(call, store) : await pathOf(call);
    const { mayRead } = call;
    let edited: EditResult | undefined;
    const changeText = (before: string): string => {
      edited = editText(before, change);
      return edited.text;
    };
    const text = await changeNote(call, store, path, changeText).catch((error: unknown) => {
      const { problem } = error instanceof EditError ? error : {};
      throw problem ? editFailure(path, { change, problem, mayRead }) : error;
    });
    if (text === undefined || edited === undefined) throw await missingNote(call);
    const { replacements, line, at } = edited;
    // The note may be long, and the edit itself has just held the event loop.
    await nextTurn();
    const section = mayRead ? sectionAt(text, at) : undefined;
    const data = {
      path,
      bytes: Buffer.byteLength('old' in change ? change.new : change.content),
      carrier: 'in_place',
      replacements,
      line,
      ...(section !== undefined && { section }),
      revision: await revisionOfLong(text),
    };
    return done(`Edited: ${path}`, data, warningsOf(edited, mayRead));
  },
};

function warningsOf(
  { removedHeadings, subsection, isHeadingRepeated }: EditResult,
  mayRead: boolean,
): string[] {
  const warnings: string[] = [];
  const named = (titles: readonly string[]): string =>
    titles.map((title) => `"${shorten(title)}"`).join(', ');
  if (removedHeadings) {
    warnings.push(
      mayRead
        ? `These subsections are part of the section and were replaced with it: ${named(removedHeadings)}.`
        : `Subsections are part of the section, and ${removedHeadings.length} were replaced with it.`,
    );
  }
  if (subsection !== undefined) {
    const name = mayRead ? ` ${named([subsection])}` : '';
    warnings.push(
      `The text is below the subsection${name}, which ends the section. With the flag own, it goes above the first subsection.`,
    );
  }
  if (isHeadingRepeated)
    warnings.push('The content began with the heading of the section, which was not repeated.');
  return warnings;
}
