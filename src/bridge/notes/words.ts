/** What is said of writes and edits that need more than one sentence of a code. Names in braces stand for facts: see `filled`. */
export const WORDS = {
  // A text that was not written whole.
  trashed:
    'The text was only partly written, so the note "{path}" that was created for it was moved to the trash.',
  oldTextBack: 'The text was only partly written, so "{path}" got its old text back.',
  allButChanged:
    'All {total} bytes of the text were written to {where}, but something else has changed the note meanwhile.',
  onlyPart: 'Only the {which} {written} of {total} bytes of the text were written to {where}.',
  writeMissing: 'Read the note, and write only what is missing, with {command} and the flag inline.',
  atLeastPart:
    'Only {written} of {total} bytes of the text are known to be in {where}; more may have been written, or may be written late, or something else has changed the note meanwhile.',
  gone: 'There is no note {where} anymore, so none of the text is in it.',
  whereGone:
    'Somebody has moved or deleted it: run files for its path now, and read it before you write again. A deleted note may be in the trash.',
  torn: 'The text was only partly written, and the old text of {where} could not be put back whole: the first {bytes} of {total} bytes of it are there, and none of the new text.',
  unknownLeft:
    'The text may have been partly written, and it is not known what undoing that has left in {where}.',
  inParts:
    'Nothing changed in the end. Write the text in several calls, each with a part of it, with append and the flag inline for all but the first.',
  repeat: 'Nothing changed in the end, so the call can be repeated.',
  oldVersions:
    'The app may have the old text in its file recovery: list its versions with history, and print one with history:read.',
  readFirst: 'Read the note before you write anything again.',
  // A text that the app did not put in its place.
  notPlaced: 'The app did not put the text into {where}',
  afterTrash: ', so the note that was created for it was moved to the trash.',
  afterNothing: ', which is as it was before.',
  afterChange: '; none of it is there.',
  markerUntilStart: ', where a comment holds its place. It is taken out at the next start of the plugin.',
  markerInBytes:
    ', where a comment holds its place. Not all of the file is text in UTF-8, so that only the program that wrote it can take it out without a loss.',
  markerLate:
    'None of the text was written to {where}. A comment that holds its place may still be written there, late; it is taken out again then.',
  // An edit whose note was moved or deleted.
  copyTrashed:
    '"{path}" was moved or deleted while it was edited, so the copy that was written there was moved to the trash.',
  copyLeft:
    '"{path}" was moved or deleted while it was edited, and what is there now is a copy with the edited text.',
  findCopied: 'Find out where the note is, and edit it there.',
  copyNotNeeded: 'The copy is not needed.',
  // What no way carries.
  littleRoom:
    'The other parameters leave {room} bytes for the text, of the {limit} that the Obsidian CLI takes on {platform}; nothing was run.',
  shortenOthers: 'Shorten the other parameters, for example the path.',
  manyPieces:
    'This text takes more than {most} calls of the Obsidian CLI, for its length and each backslash before n or t, so nothing was run.',
  inTenths:
    'Write it in several calls, each with a tenth of it, with append and the flag inline for all but the first; or in the vault in which the CLI Bridge plugin runs, where a text of any length takes one.',
  nameAlone:
    'This text {why}, and which note a name alone would overwrite only the Obsidian CLI knows, so that its old text could not be kept; nothing was run.',
  pathForName: 'Give path={path} in place of name, with its folder in front: files lists all paths.',
  hasNotation: 'has a backslash before n or t, which the Obsidian CLI would write as a line break or a tab',
  isLong: 'is longer than one call of the Obsidian CLI takes',
  notCarried:
    'This text {why}, and {name} does not tell which note the rest would have to go to; nothing was run.',
  appendAfter:
    'Run {name} without content first, and then append the text to the note that it made, with path and the flag inline; or use create with a path of your own.',
  notRestorable:
    'The text that "{path}" has now could not be put back if something failed: that would take more than {most} calls of the Obsidian CLI, so nothing was changed.',
  moveAway:
    'Change the note in the vault in which the CLI Bridge plugin runs, where that takes one step; or move it out of the way first, and create a new one.',
  longEdit:
    'Outside the vault in which the CLI Bridge plugin runs, an edit writes the whole note again, and this one takes more calls of the Obsidian CLI than one text may. Nothing was changed.',
  editInPlace:
    'Make the edit in the vault in which the CLI Bridge plugin runs, where it takes one step, whatever the length. New text at the end or at the beginning of the note can be written with append or prepend.',
  noteTooLong: 'The note would become longer than any note should be, so nothing was changed.',
  manyPlaces: 'The text in old occurs more than 100,000 times in this note, so nothing was changed.',
  longerOld: 'Give more of the text around it in old.',
  manyHeadings:
    'The note has more than 100,000 headings or 500,000 lines, so that its sections cannot be told apart; nothing was changed.',
  oldForHeading: 'Change it with old and new.',
  headingRepeated: 'The content began with the heading of the section, which was not written a second time.',
  shorterNew: 'Leave out the flag all, or give a shorter text in new.',
  // What a file or a program keeps from happening.
  notUtf8:
    'Not all of "{path}" is text in UTF-8, so that it cannot be changed without a loss. Nothing was changed.',
  noRevision:
    'Not all of "{path}" is text in UTF-8, so that its revision may stay the same when it changes. Nothing was changed.',
  withoutRevision: 'Call again without the revision.',
  notTheCli: 'Notes can be edited with the Obsidian CLI alone, and this program is not known to be it.',
  notWhole:
    'The text of the note, as the Obsidian CLI prints it, and the size of its file differ, so that it cannot be written again without a loss. Nothing was changed.',
  notText:
    'Not all of this file is text in UTF-8, so that it cannot be written again without a loss. Nothing was changed.',
  vaultById:
    'Name the vault with "vault" by its id, which the app keeps in its file obsidian.json: the vault in front may be another one for each call of the Obsidian CLI.',
  taken: 'There is a note of this name, which was not found by it: name it as files lists it.',
  firstNotConfirmed:
    'The Obsidian CLI did not confirm the first piece, and it is not known to stand in the note.',
  lastNotConfirmed:
    'The Obsidian CLI did not confirm the last piece of the text, but the whole text stands in the note.',
  notReadBack:
    'The Obsidian CLI confirmed every piece of the text, but the note could not be read to compare it.',
  notConfirmed:
    'The Obsidian CLI did not confirm the command, but the text stands where it was to be written.',
  // What a call should have, and what could not be seen.
  eitherChange: 'Give either "old" and "new", or "heading" and "content".',
  notWithOld: '"content" and "mode" go with "heading", not with "old".',
  notWithHeading: '"new" goes with "old"; the text for a section goes into "content".',
  otherText: 'The note has another text now than the one that was written.',
  oldTextKept: 'the text that the note has now could be put back if something failed',
  notOpened: 'The text was written, but the note was not opened.',
  keepsChanging: 'the note stays as it is for a moment: somebody else keeps changing it',
} as const;
