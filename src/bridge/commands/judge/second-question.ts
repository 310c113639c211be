import { NO_ANSWER } from './evidence';
import type { Evidence, Questioning } from './evidence';
import { growsWith, hasItems, hasJson, isFile, isIn, isRow, listed } from './list-question';
import {
  aboutDailyNote,
  changed,
  created,
  deleted,
  moved,
  ofMadeNote,
  opened,
  targetOf,
} from './note-question';
import { isPropertyList, isPropertyValue, removedProperty, setProperty } from './property-question';
import type { SecondQuestion } from '../records/command-record';
import { hasNote, isNote, isTemplate, isText } from './text-question';

/** Asks the one question that settles an answer. Never rejects: a question that cannot be asked has no answer. */
export async function askSecond(question: SecondQuestion, call: Questioning): Promise<Evidence> {
  try {
    return await evidenceOf(question, call);
  } catch {
    return NO_ANSWER;
  }
}

function evidenceOf(question: SecondQuestion, call: Questioning): Promise<Evidence> {
  const { commandLine } = call;
  switch (question.about) {
    case 'modified_note':
      return commandLine.flags.includes('daily')
        ? aboutDailyNote(call, (path) => changed(call, path, 'modified'))
        : changed(call, targetOf(commandLine), 'modified');
    case 'modified_daily_note':
      return aboutDailyNote(call, (path) => changed(call, path, 'modified')).then(ofMadeNote);
    case 'created_note':
      return created(call);
    case 'deleted_note':
      return deleted(call);
    case 'moved_note':
      return moved(call);
    case 'opened_note':
      return opened(call);
    case 'set_property':
      return setProperty(call);
    case 'removed_property':
      return removedProperty(call);
    case 'listed':
      return listed(call, question);
    case 'note_text':
      return isText(call, targetOf(commandLine));
    case 'daily_note_text':
      return aboutDailyNote(call, (path) => isText(call, path));
    case 'version_text':
      return hasNote(call);
    case 'random_text':
      return isNote(call);
    case 'template_text':
      return isTemplate(call);
    case 'property_value':
      return isPropertyValue(call);
    case 'property_list':
      return isPropertyList(call);
    case 'item_count':
      return hasItems(call);
    case 'item_file':
      return isFile(call, question.path ?? call.stdout.trim(), question.mayBeGone ?? false);
    case 'item_with':
      return growsWith(call, question.flag);
    case 'item_json':
      return hasJson(call);
    case 'item_in':
      return isIn(call, question.list);
    case 'item_row':
      return isRow(call, question.parameter);
  }
}
