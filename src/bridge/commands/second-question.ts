import type { CommandLine } from '../cli/arguments';
import type { ProgramAnswer } from '../cli/read-answer';
import type { FailureCode } from '../errors';
import { failureCode } from './failure-words';
import { withoutMd } from './file-names';
import type { SecondQuestion } from './records/command-record';

/** What a second question tells of the first answer. */
export type Finding =
  /** The change was made, or the text is what was asked for. */
  | { readonly kind: 'yes' }
  /** It was not. `words` say why. */
  | { readonly kind: 'no'; readonly code: FailureCode; readonly words: string }
  /** The note is as it was before: that does not prove that nothing happened. */
  | { readonly kind: 'unchanged' }
  /** The question was answered in words that tell nothing. */
  | { readonly kind: 'other_words' }
  /** The question was not answered. */
  | { readonly kind: 'no_answer' };

/** What a question may use. */
export interface Questioning {
  /** The call whose answer is to be settled. */
  readonly commandLine: CommandLine;
  readonly stdout: string;
  readonly stdoutBytes: number;
  /** When the call began, in milliseconds since 1970. */
  readonly began: number;
  /** Runs another command in the same turn and the same vault. Rejects when it cannot be run. */
  readonly ask: (
    command: string,
    parameters: ReadonlyMap<string, string>,
    flags?: readonly string[],
  ) => Promise<ProgramAnswer>;
}

const YES: Finding = { kind: 'yes' };
const UNCHANGED: Finding = { kind: 'unchanged' };
const OTHER_WORDS: Finding = { kind: 'other_words' };
const NO_ANSWER = { kind: 'no_answer' } as const;

/** Clocks of file systems lag by one tick of the system behind the one that `began` is from. */
const CLOCK_TICK_MS = 10;

/** Asks the one question that settles an answer. Never rejects: a question that cannot be asked has no answer. */
export async function askSecond(question: SecondQuestion, call: Questioning): Promise<Finding> {
  try {
    return await findingOf(question, call);
  } catch {
    return NO_ANSWER;
  }
}

/** Asks for the number of items of a list, when its only line reads like a failure. */
export async function askTotal({ commandLine, ask }: Questioning): Promise<Finding> {
  try {
    const { command, parameters, flags } = commandLine;
    const reply = readReply(await ask(command, parameters, [...flags, 'total']), commandLine);
    if (reply.kind !== 'words') return toFinding(reply);
    return /^\d+$/.test(reply.text) ? YES : OTHER_WORDS;
  } catch {
    return NO_ANSWER;
  }
}

function findingOf(question: SecondQuestion, call: Questioning): Promise<Finding> {
  const { commandLine } = call;
  switch (question.about) {
    case 'modified_note':
      return commandLine.flags.includes('daily')
        ? aboutDailyNote(call, (path) => changed(call, path, 'modified'))
        : changed(call, targetOf(commandLine), 'modified');
    case 'modified_daily_note':
      return aboutDailyNote(call, (path) => changed(call, path, 'modified'));
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
  }
}

/** What `file` says of a note. */
type NoteReply =
  | {
      readonly kind: 'note';
      readonly path: string;
      readonly size?: number;
      readonly created?: number;
      readonly modified?: number;
    }
  | Exclude<Reply, { kind: 'words' }>
  | { readonly kind: 'other_words' };

type Reply =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'missing'; readonly words: string }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly words: string }
  | { readonly kind: 'no_answer' };

function readReply(answer: ProgramAnswer, commandLine: CommandLine): Reply {
  const text = answer.stdout.trim();
  if (answer.exitCode !== 0 || answer.endedBy || text === '') return NO_ANSWER;
  const code = failureCode(text, commandLine);
  if (code === undefined) return { kind: 'words', text };
  return code === 'file_not_found' ? { kind: 'missing', words: text } : { kind: 'failed', code, words: text };
}

/** What an answer other than the expected one tells of the first. */
function toFinding(reply: Exclude<NoteReply, { kind: 'note' }> | Reply): Finding {
  switch (reply.kind) {
    case 'missing':
      return { kind: 'no', code: 'file_not_found', words: reply.words };
    case 'failed':
      return { kind: 'no', code: reply.code, words: reply.words };
    case 'no_answer':
      return NO_ANSWER;
    case 'words':
    case 'other_words':
      return OTHER_WORDS;
  }
}

/** The note that a call names: by `file`, by `path`, or by the path in a reference to a line. */
function targetOf({ parameters }: CommandLine): ReadonlyMap<string, string> {
  const ref = parameters.get('ref');
  if (ref !== undefined) return new Map([['path', ref.replace(/:\d+$/, '')]]);
  return new Map([...parameters].filter(([name]) => name === 'file' || name === 'path'));
}

async function askFile(call: Questioning, target: ReadonlyMap<string, string>): Promise<NoteReply> {
  const reply = readReply(await call.ask('file', target), questionLine('file', target));
  if (reply.kind !== 'words') return reply;
  const rows = new Map(
    reply.text.split(/\r?\n/).map((row): [string, string] => {
      const [name = '', ...value] = row.split('\t');
      return [name.trim(), value.join('\t').trim()];
    }),
  );
  const path = rows.get('path');
  if (path === undefined || path === '') return { kind: 'other_words' };
  const numbers = ['size', 'created', 'modified'].map((name): [string, number] => [
    name,
    Number(rows.get(name) ?? NaN),
  ]);
  const known = Object.fromEntries(numbers.filter(([, value]) => Number.isFinite(value)));
  return { kind: 'note', path, ...known };
}

function questionLine(command: string, parameters: ReadonlyMap<string, string>): CommandLine {
  return { command, words: [], parameters, flags: [] };
}

async function changed(
  call: Questioning,
  target: ReadonlyMap<string, string>,
  time: 'created' | 'modified',
): Promise<Finding> {
  const note = await askFile(call, target);
  if (note.kind !== 'note') return toFinding(note);
  const at = note[time];
  if (at === undefined) return OTHER_WORDS;
  return at >= call.began - CLOCK_TICK_MS ? YES : UNCHANGED;
}

async function aboutDailyNote(
  call: Questioning,
  ask: (target: ReadonlyMap<string, string>) => Promise<Finding>,
): Promise<Finding> {
  const reply = readReply(await call.ask('daily:path', new Map()), questionLine('daily:path', new Map()));
  if (reply.kind !== 'words') return toFinding(reply);
  return reply.text.includes('\n') ? OTHER_WORDS : ask(new Map([['path', reply.text]]));
}

function created(call: Questioning): Promise<Finding> {
  const { parameters, flags } = call.commandLine;
  const [path, name] = [parameters.get('path'), parameters.get('name')];
  if (path === undefined && name === undefined) return Promise.resolve(NO_ANSWER);
  const target = path === undefined ? { file: name ?? '' } : { path: withExtension(path, '.md') };
  return changed(call, new Map(Object.entries(target)), flags.includes('overwrite') ? 'modified' : 'created');
}

async function deleted(call: Questioning): Promise<Finding> {
  const target = targetOf(call.commandLine);
  // Another note is open now, and another may have the same name.
  if (target.size === 0) return NO_ANSWER;
  const note = await askFile(call, target);
  // It may have been missing before, too.
  if (note.kind === 'missing') return UNCHANGED;
  if (note.kind !== 'note') return toFinding(note);
  if (!target.has('path')) return UNCHANGED;
  return { kind: 'no', code: 'cli_failed', words: `"${note.path}" is still there.` };
}

async function moved(call: Questioning): Promise<Finding> {
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
  if (old.kind === 'note') {
    if (old.path === destination) return UNCHANGED;
    return { kind: 'no', code: 'cli_failed', words: `"${from}" is still there.` };
  }
  // It may have been missing before, and a note at the destination may have been there before.
  return old.kind === 'missing' ? UNCHANGED : toFinding(old);
}

function withExtension(path: string, extension: string): string {
  return /\.[^./\s]+$/.test(path) ? path : `${path}${extension}`;
}

async function opened(call: Questioning): Promise<Finding> {
  const { parameters } = call.commandLine;
  const wanted = parameters.get('path') ?? parameters.get('file');
  const note = await askFile(call, new Map());
  if (note.kind !== 'note') return toFinding(note);
  if (wanted === undefined) return YES;
  const isOpen = `/${withoutMd(note.path)}`.endsWith(`/${withoutMd(wanted)}`);
  return isOpen ? YES : UNCHANGED;
}

/** Asks for a property of the note. */
async function askProperty(call: Questioning): Promise<Reply> {
  const parameters = new Map(targetOf(call.commandLine));
  parameters.set('name', call.commandLine.parameters.get('name') ?? '');
  return readReply(await call.ask('property:read', parameters), questionLine('property:read', parameters));
}

async function setProperty(call: Questioning): Promise<Finding> {
  const wanted = (call.commandLine.parameters.get('value') ?? '').trim();
  const reply = await askProperty(call);
  if (reply.kind === 'words') {
    const items = wanted.split(',').map((item) => item.trim());
    const isSame = reply.text === wanted || reply.text.replace(/\r\n/g, '\n') === items.join('\n');
    return isSame ? YES : OTHER_WORDS;
  }
  return toFinding(reply);
}

async function removedProperty(call: Questioning): Promise<Finding> {
  const reply = await askProperty(call);
  switch (reply.kind) {
    case 'words':
      // A program that answers everything in words of its own tells nothing.
      if (call.stdout.trim() !== '') return OTHER_WORDS;
      return { kind: 'no', code: 'cli_failed', words: 'The property is still there.' };
    case 'failed':
      // "Property not found", in whatever words.
      return /not found/i.test(reply.words) && reply.code === 'cli_failed' ? YES : toFinding(reply);
    case 'missing':
    case 'no_answer':
      return toFinding(reply);
  }
}

async function listed(
  call: Questioning,
  { list, parameter, listed: wanted }: Extract<SecondQuestion, { about: 'listed' }>,
): Promise<Finding> {
  const name = call.commandLine.parameters.get(parameter);
  if (name === undefined) return NO_ANSWER;
  const answer = await call.ask(list, new Map());
  const reply = readReply(answer, questionLine(list, new Map()));
  if (reply.kind !== 'words') return toFinding(reply);
  const names = reply.text.split(/\r?\n/).map((line) => (line.split('\t')[0] ?? '').trim());
  const isListed = names.some((line) => line === name || line === `${name} (active)`);
  // That it is missing proves something only where the list surely is one.
  const proves = isListed || names.every((line) => /^[a-z0-9][\w-]*$/i.test(line));
  if (!proves) return OTHER_WORDS;
  if (isListed === wanted) return YES;
  const state = isListed ? 'still lists' : 'does not list';
  return { kind: 'no', code: 'cli_failed', words: `"${list}" ${state} "${name}".` };
}

/** Whether what was printed is as long as the note: a final line break is added, and one may stand before it. */
async function isText(call: Questioning, target: ReadonlyMap<string, string>): Promise<Finding> {
  const note = await askFile(call, target);
  if (note.kind !== 'note') return toFinding(note);
  const { size } = note;
  if (size === undefined || Math.abs(call.stdoutBytes - size) <= MARGIN) return YES;
  return {
    kind: 'no',
    code: 'cli_failed',
    words: call.stdout.trim() || `Nothing was printed, although "${note.path}" has ${size} bytes.`,
  };
}

/** A line break before the text and one behind it, or a byte order mark that is left out. */
const MARGIN = 4;

/** A note at random is printed with its path, so that one line can only be the path of an empty note. */
async function isNote(call: Questioning): Promise<Finding> {
  const path = call.stdout.trim();
  if (path === '') return OTHER_WORDS;
  const note = await askFile(call, new Map([['path', path]]));
  return note.kind === 'note' ? YES : toFinding(note);
}

/** Whether there is such a note at all; of its older versions nothing can be compared. */
async function hasNote(call: Questioning): Promise<Finding> {
  const note = await askFile(call, targetOf(call.commandLine));
  return note.kind === 'note' ? OTHER_WORDS : toFinding(note);
}

async function isTemplate(call: Questioning): Promise<Finding> {
  const name = call.commandLine.parameters.get('name') ?? '';
  const reply = readReply(await call.ask('templates', new Map()), questionLine('templates', new Map()));
  if (reply.kind !== 'words') return toFinding(reply);
  const names = reply.text.split(/\r?\n/).map((line) => withoutMd(line.trim()));
  const isListed = names.some((line) => line === withoutMd(name) || line.endsWith(`/${withoutMd(name)}`));
  if (!isListed) {
    const words = call.stdout.trim() || `There is no template "${name}".`;
    return { kind: 'no', code: 'cli_failed', words };
  }
  // There is such a template, so that it is not this which failed.
  return call.stdout.includes(`"${name}" not found`) ? YES : OTHER_WORDS;
}

/** The property's value in the note's frontmatter, compared with what was printed: several lines for a list. */
async function isPropertyValue(call: Questioning): Promise<Finding> {
  const name = call.commandLine.parameters.get('name') ?? '';
  const target = targetOf(call.commandLine);
  const reply = await askProperties(call, target.size === 0 ? ['active'] : []);
  if (reply.kind !== 'json') return reply;
  if (typeof reply.value !== 'object' || reply.value === null || Array.isArray(reply.value))
    return OTHER_WORDS;
  const value = Object.entries(reply.value).find(([key]) => key === name)?.[1] as unknown;
  const words = call.stdout.trim();
  if (value === undefined)
    return { kind: 'no', code: 'cli_failed', words: words || `There is no "${name}".` };
  const items = [value]
    .flat()
    .map((item) => (typeof item === 'string' ? item : item === null ? '' : JSON.stringify(item)));
  return items.join('\n').trim() === words ? YES : OTHER_WORDS;
}

/** Whether the one line that was printed is about a property that there is. */
async function isPropertyList(call: Questioning): Promise<Finding> {
  const reply = await askProperties(call, call.commandLine.flags);
  if (reply.kind !== 'json') return reply;
  const { value } = reply;
  const names = Array.isArray(value) ? value.map(nameOf) : Object.keys(value ?? {});
  const words = call.stdout.trim();
  const isProperty =
    words === '' ? names.length === 0 : names.some((name) => name !== '' && words.startsWith(name));
  return isProperty ? YES : { kind: 'no', code: 'cli_failed', words };
}

/** The name of a property in the list of all. */
function nameOf(item: unknown): string {
  const isNamed = typeof item === 'object' && item !== null && 'name' in item;
  return isNamed && typeof item.name === 'string' ? item.name : '';
}

async function askProperties(
  call: Questioning,
  flags: readonly string[],
): Promise<Finding | { readonly kind: 'json'; readonly value: unknown }> {
  const parameters = new Map([...targetOf(call.commandLine), ['format', 'json']]);
  const answer = await call.ask('properties', parameters, flags);
  const reply = readReply(answer, questionLine('properties', parameters));
  if (reply.kind !== 'words') return toFinding(reply);
  if (/^No (?:frontmatter|properties) found\.$/.test(reply.text)) return { kind: 'json', value: {} };
  try {
    return { kind: 'json', value: JSON.parse(reply.text) as unknown };
  } catch {
    return OTHER_WORDS;
  }
}
