import { BridgeError } from '../errors';
import { plainName } from '../text/similar-names';
import type { CallOutcome } from './outcome';
import type { Call, CallSource } from './call';

const DAY_NAMES: readonly string[] = ['date', 'day'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The path of a daily note that has its date as its name, and no part of it in its folder. */
const PLAIN_PATH = /^(\D*)\d{4}-\d{2}-\d{2}\.md$/;

/**
 * Where a command about today's note was refused because it was given a date, adds the call to make instead, if the path of
 * today's note shows what that of another day is.
 * @param run runs another command for the same caller
 */
export async function withOtherDay(
  call: Call,
  error: unknown,
  run: (name: string, source: CallSource) => Promise<CallOutcome>,
): Promise<unknown> {
  if (!(error instanceof BridgeError) || error.code !== 'unknown_parameter') return error;
  const { command, input, source } = call;
  const [, day] = Object.entries(input.params).find(([name]) => DAY_NAMES.includes(plainName(name))) ?? [];
  const { ofAnyNote } = command;
  if (ofAnyNote === undefined || !isDay(String(day)) || !call.mayRun('daily:path')) return error;
  const ofToday = { vault: input.vault, params: {}, flags: [] };
  const folder = await run('daily:path', { forgiving: source.forgiving, read: () => ofToday }).then(
    (outcome) => PLAIN_PATH.exec(outcome.stdout.trim())?.[1],
    () => undefined,
  );
  if (folder === undefined) return error;
  const otherwise =
    command.writes === undefined ? '' : ' If there is no such note yet, create it with that path.';
  return error.with({
    hint: `${command.name} is about today's note. For that day, call ${ofAnyNote} path="${folder}${String(day)}.md".${otherwise}`,
  });
}

/** Whether the text is a date of the calendar, such as 2025-11-03. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
