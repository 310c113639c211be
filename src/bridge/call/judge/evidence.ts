import type { CommandLine } from '../../cli/command-line';
import type { FileTarget, ObsidianCli } from '../../cli/obsidian-cli';
import { baseName, namesakes } from '../../text/path-list';
import { createdPath } from '../../notes/new-note-path';
import type { AnswerFacts } from './verdict';

/** Bytes of a byte order mark, which the output may lack, and of line breaks that may surround the text. */
const MARK_BYTES = 3;
const BREAKS_BYTES = 4;

/**
 * Looks at the note that a call should have changed.
 * @param changedFrom a note modified at or after this time was changed by the call; milliseconds since 1970
 * @returns whether it was changed, or is gone, as intended; undefined if unknown
 */
export async function wasChanged(
  command: AnswerFacts,
  call: CommandLine,
  cli: ObsidianCli,
  changedFrom: number,
): Promise<boolean | undefined> {
  const target = await changedNote(command, call, cli);
  if (target === undefined) return undefined;
  const note = await cli.file(target === 'open_note' ? undefined : target);
  if (note === undefined) return undefined;
  if (command.evidence === 'gone') return note === 'missing';
  if (note === 'missing' || Number.isNaN(note.modified)) return undefined;
  if (note.modified >= changedFrom) return true;
  // The new note may have been given another name.
  return command.writes === 'new_note' ? undefined : false;
}

/** The note that a call changes; undefined if only its answer could tell. */
async function changedNote(
  { evidence, moves, isDaily, writes, target }: AnswerFacts,
  call: CommandLine,
  cli: ObsidianCli,
): Promise<FileTarget | 'open_note' | undefined> {
  const { parameters, flags } = call;
  if (evidence === undefined) return undefined;
  if (isDaily || flags.includes('daily')) {
    const path = await cli.dailyPath();
    return path === undefined ? undefined : { path };
  }
  if (writes === 'new_note') {
    const path = createdPath(parameters);
    return path === undefined ? undefined : { path };
  }
  const path = parameters.get('path') ?? parameters.get('ref')?.replace(/:\d+$/, '');
  if (path) return { path };
  const file = parameters.get('file');
  // A moved note keeps its name, so the name would still find it.
  if (file) return moves ? undefined : { file };
  // Another one may be open by now.
  return target.without === 'open_note' && evidence === 'modified' ? 'open_note' : undefined;
}

/** Output that is either the text of a note or a message of the program. */
interface Printed {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Whether the output is the text of the note that a call reads, judged by the size of the note.
 * @returns `missing` if there is no such note; undefined if the program does not answer
 */
export async function isNoteText(
  { isDaily }: AnswerFacts,
  call: CommandLine,
  { text, bytes }: Printed,
  cli: ObsidianCli,
): Promise<boolean | 'missing' | undefined> {
  const target = isDaily ? await dailyNote(cli) : namedNote(call);
  if (target === undefined) return undefined;
  // After silence, there is no error message to check, so skip the list.
  if (target !== 'open_note' && !isDaily && text !== '') {
    const files = await cli.list('files');
    if (files !== undefined && !(await isListed(target, files))) return 'missing';
  }
  const note = await cli.file(target === 'open_note' ? undefined : target);
  if (note === undefined || note === 'missing') return note;
  if (text === '') return note.size === 0 || note.size === MARK_BYTES || bytes >= note.size;
  return bytes >= note.size - MARK_BYTES && bytes <= note.size + BREAKS_BYTES;
}

async function dailyNote(cli: ObsidianCli): Promise<FileTarget | undefined> {
  const path = await cli.dailyPath();
  return path === undefined ? undefined : { path };
}

function namedNote({ parameters }: CommandLine): FileTarget | 'open_note' {
  const [path, file] = [parameters.get('path'), parameters.get('file')];
  if (path) return { path };
  return file ? { file } : 'open_note';
}

async function isListed(target: FileTarget, files: string): Promise<boolean> {
  if ('path' in target) return files.split(/\r?\n/).includes(target.path);
  return (await namesakes(baseName(target.file), '.md', files)).length > 0;
}
