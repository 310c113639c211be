import { withoutMd } from '../hints/file-names';
import { askFor, no, OTHER_WORDS, toEvidence, YES } from './evidence';
import type { Evidence, Questioning } from './evidence';
import { askFile, targetOf } from './note-question';

/** Bytes of a byte order mark, which the app may leave out. */
const BOM_BYTES = 3;

/** Whether what was printed is as long as the note. */
export async function isText(call: Questioning, target: ReadonlyMap<string, string>): Promise<Evidence> {
  const note = await askFile(call, target);
  if (note.kind !== 'note') return toEvidence(note);
  const { path, size } = note;
  if (size === undefined) return OTHER_WORDS;
  const lengths = textLengths(call);
  if (lengths.includes(size)) return YES;
  if (lengths.includes(size - BOM_BYTES)) return OTHER_WORDS;
  return no(call.stdout.trim() || `Nothing was printed, although "${path}" has ${size} bytes.`);
}

/**
 * How long a text may be, in bytes, that was printed like this: a final line break is added where there is none, and on
 * Windows one may stand before it.
 */
function textLengths({ stdout, stdoutBytes }: Questioning): readonly number[] {
  const before = stdout.startsWith('\r\n') ? [0, 2] : [0];
  const behind = stdout.endsWith('\r\n') ? [0, 1, 2] : stdout.endsWith('\n') ? [0, 1] : [0];
  return before.flatMap((first) => behind.map((last) => stdoutBytes - first - last));
}

/** A random note is printed with its path, so a single line can only be the path of an empty note. */
export async function isNote(call: Questioning): Promise<Evidence> {
  const path = call.stdout.trim();
  if (path === '') return OTHER_WORDS;
  const note = await askFile(call, new Map([['path', path]]));
  return note.kind === 'note' ? YES : toEvidence(note);
}

/** Whether there is such a note at all; of its older versions nothing can be compared. */
export async function hasNote(call: Questioning): Promise<Evidence> {
  const note = await askFile(call, targetOf(call.commandLine));
  return note.kind === 'note' ? OTHER_WORDS : toEvidence(note);
}

/**
 * Whether what was printed is as long as the template, which is a note of its name; and where there is none, whether the
 * list of templates has one.
 */
export async function isTemplate(call: Questioning): Promise<Evidence> {
  const name = call.commandLine.parameters.get('name') ?? '';
  const found = await isText(call, new Map([['file', name]]));
  if (found.kind === 'yes') return YES;
  // Its variables are filled in.
  if (found.kind === 'no' && found.code === 'cli_failed' && call.commandLine.flags.includes('resolve'))
    return OTHER_WORDS;
  if (found.kind !== 'no' || found.code === 'cli_failed') return found;
  const reply = await askFor(call, 'templates');
  if (reply.kind !== 'words') return toEvidence(reply);
  const names = reply.text.split(/\r?\n/).map((line) => withoutMd(line.trim()));
  const isListed = names.some((line) => line === withoutMd(name) || line.endsWith(`/${withoutMd(name)}`));
  return isListed ? OTHER_WORDS : no(call.stdout.trim() || `There is no template "${name}".`);
}
