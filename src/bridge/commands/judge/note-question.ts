import type { CommandLine } from '../../cli/command-line';
import { withoutMd } from '../hints/file-names';
import { askFor, no, NO_ANSWER, OTHER_WORDS, toEvidence, UNCHANGED, YES } from './evidence';
import type { Evidence, Questioning, QuestionReply } from './evidence';

/** What `file` says of a note. */
export type NoteReply =
  | {
      readonly kind: 'note';
      readonly path: string;
      readonly size?: number;
      readonly created?: number;
      readonly modified?: number;
    }
  | Exclude<QuestionReply, { kind: 'words' }>
  | typeof OTHER_WORDS;

/** The note that a call names: by `file`, by `path`, or by the path in a reference to a line. */
export function targetOf({ parameters }: CommandLine): ReadonlyMap<string, string> {
  const ref = parameters.get('ref');
  if (ref !== undefined) return new Map([['path', ref.replace(/:\d+$/, '')]]);
  return new Map([...parameters].filter(([name]) => name === 'file' || name === 'path'));
}

/** Asks for path, size and times of a note; without a target, of the open one. */
export async function askFile(call: Questioning, target: ReadonlyMap<string, string>): Promise<NoteReply> {
  const reply = await askFor(call, 'file', target);
  if (reply.kind !== 'words') return reply;
  const rows = rowsOf(reply.text);
  const path = rows.get('path');
  if (path === undefined || path === '') return OTHER_WORDS;
  const numbers = ['size', 'created', 'modified'].map((name): [string, number] => [
    name,
    Number(rows.get(name) ?? NaN),
  ]);
  const known = Object.fromEntries(numbers.filter(([, value]) => Number.isFinite(value)));
  return { kind: 'note', path, ...known };
}

/** Reads rows of a name and a value, separated by a tab. A value is not trimmed: a path may begin with a space. */
export function rowsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).map((row): [string, string] => {
      const [name = '', ...value] = row.split('\t');
      return [name.trim(), value.join('\t')];
    }),
  );
}

/** Whether the note was created or modified by the call. */
export async function changed(
  call: Questioning,
  target: ReadonlyMap<string, string>,
  time: 'created' | 'modified',
): Promise<Evidence> {
  const note = await askFile(call, target);
  if (note.kind !== 'note') return toEvidence(note);
  const at = note[time];
  if (at === undefined) return OTHER_WORDS;
  return at >= call.changedFrom ? YES : UNCHANGED;
}

/** Asks about the daily note, whose path it asks for first. */
export async function aboutDailyNote(
  call: Questioning,
  ask: (target: ReadonlyMap<string, string>) => Promise<Evidence>,
): Promise<Evidence> {
  const reply = await askFor(call, 'daily:path');
  if (reply.kind !== 'words') return toEvidence(reply);
  return reply.text.includes('\n') ? OTHER_WORDS : ask(new Map([['path', reply.text]]));
}

/** Whether the note was created, or with `overwrite` modified. */
export async function created(call: Questioning): Promise<Evidence> {
  const { parameters, flags } = call.commandLine;
  const [path, name] = [parameters.get('path'), parameters.get('name')];
  if (path === undefined && name === undefined) return NO_ANSWER;
  const target = path === undefined ? { file: name ?? '' } : { path: withExtension(path, '.md') };
  const time = flags.includes('overwrite') ? 'modified' : 'created';
  return ofMadeNote(await changed(call, new Map(Object.entries(target)), time));
}

/** The evidence of a note that the call makes where there is none: it did not look for a file, so that none was missed. */
export function ofMadeNote(evidence: Evidence): Evidence {
  return evidence.kind === 'no' && evidence.code === 'file_not_found'
    ? no('There is no such note.')
    : evidence;
}

/** Whether the note is still there; that it is missing proves nothing. */
export async function deleted(call: Questioning): Promise<Evidence> {
  const target = targetOf(call.commandLine);
  // Another note is open now, and another may have the same name.
  if (target.size === 0) return NO_ANSWER;
  const note = await askFile(call, target);
  // It may have been missing before, too.
  if (note.kind === 'missing') return UNCHANGED;
  if (note.kind !== 'note') return toEvidence(note);
  if (!target.has('path')) return UNCHANGED;
  return no(`"${note.path}" is still there.`);
}

/** Whether the note is still where it was; that it is missing there proves nothing. */
export async function moved(call: Questioning): Promise<Evidence> {
  const { parameters } = call.commandLine;
  const from = parameters.get('path');
  const to = parameters.get('to');
  const name = parameters.get('name');
  if (from === undefined) return NO_ANSWER;
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const [file] = from.split('/').slice(-1);
  const wanted = to === undefined ? `${folder}${name ?? ''}` : to.endsWith('/') ? `${to}${file}` : to;
  const destination = withExtension(wanted, /\.[^./]+$/.exec(from)?.[0] ?? '');
  const old = await askFile(call, new Map([['path', from]]));
  if (old.kind === 'note') return old.path === destination ? UNCHANGED : no(`"${from}" is still there.`);
  // It may have been missing before, and a note at the destination may have been there before.
  return old.kind === 'missing' ? UNCHANGED : toEvidence(old);
}

function withExtension(path: string, extension: string): string {
  return /\.[^./\s]+$/.test(path) ? path : `${path}${extension}`;
}

const NO_OPEN_NOTE = /^Error: No active file\b/;

/** Whether the note that is open is the one that was asked for. */
export async function opened(call: Questioning): Promise<Evidence> {
  const { parameters } = call.commandLine;
  const wanted = parameters.get('path') ?? parameters.get('file');
  const note = await askFile(call, new Map());
  if (note.kind === 'failed' && NO_OPEN_NOTE.test(note.words)) return no(note.words);
  if (note.kind !== 'note') return toEvidence(note);
  if (wanted === undefined) return YES;
  const isOpen = `/${withoutMd(note.path)}`.endsWith(`/${withoutMd(wanted)}`);
  return isOpen ? YES : UNCHANGED;
}
