import { AS_WANTED, askFor, no, NO_ANSWER, OTHER_WORDS, toEvidence, YES } from './evidence';
import type { Evidence, Questioning } from './evidence';
import { askFile, rowsOf } from './note-question';
import type { SecondQuestion } from '../records/command-record';

/** Whether a list has, or no longer has, what a parameter of the call names. */
export async function listed(
  call: Questioning,
  { list, parameter, listed: wanted, before }: Extract<SecondQuestion, { about: 'listed' }>,
): Promise<Evidence> {
  const name = call.commandLine.parameters.get(parameter);
  if (name === undefined) return NO_ANSWER;
  const reply = await askFor(call, list);
  if (reply.kind !== 'words') return toEvidence(reply);
  const names = reply.text.split(/\r?\n/).map((line) => (line.split('\t')[0] ?? '').trim());
  const isListed = names.some((line) => line === name || line === `${name} (active)`);
  // That it is missing proves something only where the list surely is one.
  const proves = isListed || names.every((line) => /^[a-z0-9][\w-]*$/i.test(line));
  if (!proves) return OTHER_WORDS;
  if (isListed === wanted) return before ? AS_WANTED : YES;
  const state = isListed ? 'still lists' : 'does not list';
  return no(`"${list}" ${state} "${name}".`);
}

/** Asks for the number of items. */
export async function hasItems(call: Questioning): Promise<Evidence> {
  const { command, parameters, flags } = call.commandLine;
  const reply = await askFor(call, command, parameters, [...flags, 'total']);
  if (reply.kind !== 'words') return toEvidence(reply);
  if (!/^\d+$/.test(reply.text)) return OTHER_WORDS;
  return Number(reply.text) === 0 ? no(call.stdout.trim()) : YES;
}

/** Whether the line is the path of a file, or names one. @param mayBeGone the list has files that are not there any more */
export async function isFile(call: Questioning, path: string, mayBeGone: boolean): Promise<Evidence> {
  const file = await askFile(call, new Map([['path', path]]));
  if (file.kind === 'note') return YES;
  return file.kind === 'missing' && mayBeGone ? OTHER_WORDS : toEvidence(file);
}

/** Asks for the same with a flag that adds something to each item. */
export async function growsWith(call: Questioning, flag: string): Promise<Evidence> {
  const { command, parameters, flags } = call.commandLine;
  if (flags.includes(flag)) return NO_ANSWER;
  const line = call.stdout.trim();
  const { exitCode, endedBy, stdout } = await call.ask(command, parameters, [...flags, flag]);
  const text = stdout.trim();
  if (exitCode !== 0 || endedBy || text === '') return NO_ANSWER;
  return text !== line && !text.includes('\n') && text.includes(line) ? YES : no(line);
}

/** Asks for the same in JSON. */
export async function hasJson(call: Questioning): Promise<Evidence> {
  const { command, parameters, flags } = call.commandLine;
  const reply = await askFor(call, command, new Map([...parameters, ['format', 'json']]), flags);
  if (reply.kind !== 'words') return toEvidence(reply);
  return /^[[{]/.test(reply.text) ? YES : OTHER_WORDS;
}

/** Whether another list has the line. */
export async function isIn(call: Questioning, list: string): Promise<Evidence> {
  const reply = await askFor(call, list);
  if (reply.kind !== 'words') return toEvidence(reply);
  const line = call.stdout.trim();
  return reply.text.split(/\r?\n/).some((item) => item.trim() === line) ? YES : no(line);
}

/** Asks for the same without the parameter that selected a single row. */
export async function isRow(call: Questioning, parameter: string): Promise<Evidence> {
  const { command, parameters, flags } = call.commandLine;
  const wanted = parameters.get(parameter);
  const rest = new Map([...parameters].filter(([name]) => name !== parameter));
  const reply = await askFor(call, command, rest, flags);
  if (reply.kind !== 'words' || wanted === undefined) return toEvidence(reply);
  const line = call.stdout.trim();
  return rowsOf(reply.text).get(wanted)?.trim() === line ? YES : no(line);
}
