import type { CommandLine } from '../../cli/command-line';
import type { FileTarget, ObsidianCli } from '../../cli/obsidian-cli';
import { baseName, namesakes } from '../../path-list';
import { joinedPath, newNotePath, wholePath } from '../new-note-path';
import type { AnswerFacts } from './judge-words';

/** Bytes of a byte order mark, which may be left out, and of the line breaks that may stand before and behind a text. */
const MARK_BYTES = 3;
const BREAKS_BYTES = 4;

/**
 * Asks for the one note that a call may have changed.
 * @param changedFrom a note with this time or a later one was changed by the call, in milliseconds since 1970
 * @returns whether it was changed, or is gone, as the call wants it; undefined where that cannot be told
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
  // A new note may have got another name.
  return command.writes === 'new_note' ? undefined : false;
}

/** The note that a call changes, where its answer need not tell; undefined where only that would. */
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
    const joined = joinedPath(parameters.get('path'), parameters.get('name'));
    return joined === '' ? undefined : { path: wholePath(newNotePath(joined)) };
  }
  const path = parameters.get('path') ?? parameters.get('ref')?.replace(/:\d+$/, '');
  if (path) return { path };
  const file = parameters.get('file');
  // A note that was moved keeps its name.
  if (file) return moves ? undefined : { file };
  // Another one may be open by now.
  return target.without === 'open_note' && evidence === 'modified' ? 'open_note' : undefined;
}

/** A text, or a message of the program in its place. */
interface Printed {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Tells from the vault whether what was printed is the text of the note that a call reads.
 * @returns `missing` where there is no such note; undefined where the program does not tell
 */
export async function isNoteText(
  { isDaily }: AnswerFacts,
  call: CommandLine,
  { text, bytes }: Printed,
  cli: ObsidianCli,
): Promise<boolean | 'missing' | undefined> {
  const target = isDaily ? await dailyNote(cli) : namedNote(call);
  if (target === undefined) return undefined;
  // Silence names no note that may be missing.
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
