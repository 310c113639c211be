import type { CommandRecord, ParameterRecord } from './command-record';
import { ACTIVE_NOTE, LINES, NOTE_NAME, NOTE_OR_VAULT, NOTE_PATH, TOTAL } from './shared-parts';

const STATUS: ParameterRecord = {
  placeholder: '<char>',
  description: 'The one character between the brackets of the checkbox, for example x or a space',
  explain: true,
};

export const TASKS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  tasks: {
    kind: 'read',
    reveals: 'note',
    insteadOfAll: 'Name one note with path; search finds notes with tasks.',
    guards: ['one_state'],
    summary: 'Lists checkbox items, filtered by state, file or day.',
    note: 'Prints plain text unless a format is given.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      status: STATUS,
      format: { values: ['json', 'tsv', 'csv'], description: 'Output format', defaultValue: 'text' },
    },
    flags: {
      total: TOTAL,
      done: 'Only tasks with any mark in the box, so also canceled [-] and half-done [/] ones',
      todo: 'Only tasks with nothing in the box',
      verbose: { description: 'Grouped by file, with line numbers', explain: true },
      active: ACTIVE_NOTE,
      daily: "Only tasks of today's daily note",
    },
    notTaken: {
      folder: 'With format=json, tasks gives the file of each task: keep those in the folder.',
    },
    target: { ...NOTE_OR_VAULT, flags: ['daily'] },
    success: LINES,
    // A task begins with the mark of a list.
    failures: [/^Error: [^\n]*$/],
    nothing: { sentences: ['No tasks found.'], json: [] },
    printsUserText: true,
    everyday: ['todo', 'daily', 'format'],
    searchWords:
      'to-dos todo checklist open unfinished incomplete pending done finished ticked outstanding remaining due all things chores agenda action left daily still checkbox checkboxes do off show',
  },
  task: {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    guards: ['one_task'],
    summary: 'Prints one checkbox item or changes its state.',
    note: 'Changes nothing unless toggle, done, todo or status is given.',
    parameters: {
      ref: { placeholder: '<path:line>', description: 'Where the task is, as path:line', staysInVault: true },
      file: NOTE_NAME,
      path: NOTE_PATH,
      line: { placeholder: '<n>', description: 'Line number', sample: '1', shownInExample: true },
      status: STATUS,
    },
    flags: {
      toggle: 'Switch between done and not done',
      daily: "A task of today's daily note",
      done: 'Mark as done',
      todo: 'Mark as not done',
    },
    target: { parameters: ['ref', 'file', 'path'], flags: ['daily'], without: 'open_note' },
    effect: 'change a task',
    effectNoun: 'task changes',
    success: { shape: 'confirmation', line: /^.+?:\d+ (?:[-*+] |\d+[.)] )?\[.\](?: |$)/m },
    evidence: 'modified',
    changesOnlyWith: ['toggle', 'done', 'todo', 'status'],
    changesTask: true,
    everyday: ['line', 'done'],
    searchWords:
      'todo mark done complete tick check off uncheck untick toggle finish status line box cross reopen close',
  },
};
