import type { CommandRecord } from './command-record';
import { CONTENT, INLINE, OPEN_AFTERWARDS, PANE_TYPE, TEXT } from './shared-parts';
import { APPENDED_TODAY, PREPENDED_TODAY } from './writing-rules';

/** @param command does the same with any note */
const onlyToday = (command: string): Pick<CommandRecord, 'ofAnyNote' | 'notTaken'> => {
  const otherDay = `This is about today's note. For another day, call ${command} with the path of its note; daily:path shows the form of the path.`;
  return { ofAnyNote: command, notTaken: { date: otherDay, day: otherDay } };
};

export const DAILY_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  daily: {
    kind: 'write',
    reveals: 'today',
    changes: 'named_files',
    summary: "Opens today's daily note in the app, and creates it if needed.",
    parameters: { paneType: PANE_TYPE },
    isDaily: true,
    ...onlyToday('open'),
    effect: "open today's daily note",
    effectNoun: 'opening of daily notes',
    success: { shape: 'confirmation', line: /^Opened: (?<path>.+)$/m },
    searchWords: 'journal diary day show tonight entry log screen',
  },
  'daily:path': {
    kind: 'read',
    reveals: 'today',
    summary: "Prints where today's daily note is or would be, without creating it.",
    success: { shape: 'lines', always: true },
    searchWords: 'journal diary day location stored name',
  },
  'daily:read': {
    kind: 'read',
    reveals: 'today',
    changes: 'named_files',
    printsNote: true,
    summary: "Prints the text of today's daily note.",
    note: 'Creates the note if it is missing (observed on 1.13.7).',
    creates: 'daily:path',
    isDaily: true,
    ...onlyToday('read'),
    success: TEXT,
    printsUserText: true,
    searchWords: 'journal diary day contents show view wrote entry log',
  },
  'daily:append': {
    kind: 'write',
    reveals: 'today',
    changes: 'named_files',
    writes: APPENDED_TODAY,
    summary: "Adds text at the end of today's daily note.",
    note: 'Creates the note if it is missing. Always puts a line break before the text, unless inline.',
    parameters: { content: CONTENT, paneType: PANE_TYPE },
    flags: { inline: INLINE, open: OPEN_AFTERWARDS },
    ...onlyToday('append'),
    effect: "add text to today's daily note",
    effectNoun: 'additions to daily notes',
    success: { shape: 'confirmation', line: /^(?:Added|Appended) to: (?<path>.+)$/m },
    evidence: 'modified',
    isDaily: true,
    everyday: [],
    searchWords:
      'journal diary day write jot log line todo bottom record entry put down tonight remember capture thought bullet',
  },
  'daily:prepend': {
    kind: 'write',
    reveals: 'today',
    changes: 'named_files',
    writes: PREPENDED_TODAY,
    summary: "Adds text at the top of today's daily note, below the frontmatter.",
    note: 'Creates the note if it is missing. If the note ends with frontmatter and no line break, the text is glued to it.',
    parameters: { content: CONTENT, paneType: PANE_TYPE },
    flags: { inline: INLINE, open: OPEN_AFTERWARDS },
    ...onlyToday('prepend'),
    effect: "add text at the top of today's daily note",
    effectNoun: 'additions at the top of daily notes',
    success: { shape: 'confirmation', line: /^(?:Added|Prepended) to: (?<path>.+)$/m },
    evidence: 'modified',
    isDaily: true,
    searchWords: 'journal diary day beginning start first insert bullet top',
  },
};
