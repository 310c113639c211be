import type { Command } from '../commands/catalogue/command';
import { SHORT_CHARS } from '../call/input/bounds';
import { amount, shorten } from '../text/printable';
import { hintFor } from '../errors';
import type { BridgeError, Ran } from '../errors';
import type { CallOutcome } from '../call/outcome';
import type { FailureCode } from '../error-codes/error-codes';
import { isObject } from '../text/json';
import { besidesData, jsonOf } from './condense';
import type { AnsweredCall } from './tool-call';
import type { RunAnswer } from './tool-definitions';

/** Maximum characters of an answer that reports a failure: clients cut errors at about 11,000. */
export const FAILURE_LIMIT = 9_000;

/** Which part of an output to show. */
interface OutputRange {
  readonly offset: number;
  readonly max_chars: number;
  /** The answer is one of several: for the rest, the call must be made by itself. */
  readonly isOneOfSeveral?: boolean;
}

/**
 * The answer for a command that succeeded: the requested part of its output, and how to get the rest.
 * @param base the offset of the first character of the output; undefined when the rest cannot be fetched later
 */
export function successAnswer(
  call: AnsweredCall,
  outcome: CallOutcome,
  { offset, max_chars, isOneOfSeveral = false }: OutputRange,
  base: number | undefined,
): RunAnswer {
  const { command, line } = call;
  const { stdout } = outcome;
  const total = stdout.length;
  const name = isOneOfSeveral && { command: command.name };
  if (offset === 0 && total <= max_chars)
    return { ok: true, ...name, ...shown(call, outcome, besidesData(call, outcome)) };
  const start = startOf(total, offset, base);
  const { text, next } = pageOf(stdout, start, max_chars);
  // `data` has the whole output, too.
  const isTwice = jsonOf(outcome) !== undefined || command.printsVersion === true;
  const common = {
    ok: true,
    ...name,
    ...shown(call, isTwice ? { ...outcome, data: undefined } : outcome, text),
  };
  if (next !== undefined) {
    const [from, to, all] = [start, next, total].map(amount);
    const nextOffset = base === undefined ? undefined : base + next;
    const rest =
      nextOffset !== undefined
        ? `For more, ${isOneOfSeveral ? 'make this call by itself, ' : 'call again '}with the same arguments and offset ${nextOffset}.`
        : 'The rest is too long to be kept; do not run the command again for it.';
    return {
      ...common,
      truncated: true,
      totalChars: total,
      ...(nextOffset !== undefined && { nextOffset }),
      hint: `Characters ${from} to ${to} of ${all}. ${rest}${cutJson(command, line.parameters)}${narrowing(command)}`,
    };
  }
  const isBehind = start > 0 && start >= total;
  const isEnd = offset < 0 && start > 0;
  return {
    ...common,
    ...(start > 0 && { totalChars: total }),
    ...(isBehind && { hint: `The output has only ${amount(total)} characters.` }),
    ...(isEnd && {
      hint: `The last ${amount(total - start)} of ${amount(total)} characters.${cutJson(command, line.parameters)}`,
    }),
  };
}

/** Without what the caller knows, and what only people and logs need: models pay for every word. */
function shown(
  { command, line, ifRevision }: AnsweredCall,
  outcome: CallOutcome,
  stdout: string | undefined,
) {
  const { warnings, revision, part } = outcome;
  const path = line.parameters.get('path');
  const isRevisionWanted = command.kind === 'read' || ifRevision !== undefined;
  const { paths, ...given }: Readonly<Record<string, unknown>> = isObject(outcome.data) ? outcome.data : {};
  // The output, if it is shown, has a line for each of them.
  const known = { ...movedTo(command, outcome), ...given, ...(stdout === undefined && { paths }) };
  const data = jsonOf(outcome) ?? facts(command, path, isRevisionWanted, known);
  return {
    ...(stdout !== undefined && { stdout }),
    ...(part && { part }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(isRevisionWanted && revision !== undefined && { revision }),
    ...(data !== undefined && { data }),
  };
}

/** The new path of a note that the command moved. */
function movedTo({ moves, success }: Command, { stdout }: CallOutcome): { readonly path?: string } {
  if (!moves || success.shape !== 'confirmation') return {};
  const path = success.line
    .exec(stdout)
    ?.groups?.['to']?.replace(/^(?:->|→) /, '')
    .trimEnd();
  return path === undefined ? {} : { path };
}

/** The facts that the call did not name; undefined without any. */
function facts(
  { kind }: Command,
  named: string | undefined,
  isRevisionWanted: boolean,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const { path, carrier: _carrier, processes: _processes, bytes, replacements, revision, ...others } = data;
  const isMany = typeof replacements === 'number' && replacements > 1;
  const all = {
    ...(path !== named && { path }),
    ...(kind === 'read' && { bytes }),
    ...(isMany && { replacements }),
    ...(isRevisionWanted && { revision }),
    ...others,
  };
  const known = Object.entries(all).filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The first character to show. A negative offset counts from the end. */
function startOf(total: number, offset: number, base: number | undefined): number {
  if (offset < 0) return Math.max(0, total + offset);
  return offset === 0 ? 0 : offset - (base ?? 0);
}

/** A part of a JSON text is not JSON. */
function cutJson(command: Command, parameters: ReadonlyMap<string, string>): string {
  const usual = command.parameters.find(({ name }) => name === 'format')?.defaultValue;
  return (parameters.get('format') ?? usual) === 'json'
    ? ' This is a part of a JSON text: join all parts before you parse it.'
    : '';
}

const PARTS_OF_NOTE =
  ' Or a part, with heading, lines, only or a negative offset; outline shows the headings, and cli-bridge:edit changes a section unread.';

const NARROWING: readonly string[] = ['limit', 'path', 'folder', 'format', 'total'];

function narrowing({ kind, parameters, flags, printsNote, printsHits, byBridge }: Command): string {
  if (byBridge === 'attachment') return '';
  if (printsNote) return PARTS_OF_NOTE;
  const names = [...parameters, ...flags].map(({ name }) => name).filter((name) => NARROWING.includes(name));
  if (printsHits) names.push('a phrase in quotes');
  names.push('only');
  return kind === 'read' ? ` Or narrow it: ${names.join(', ')}.` : '';
}

/**
 * The answer for a command that ran and failed, with as much of its output as clients show of an error.
 * @param limit characters that the answer may have; see {@link MIN_TEXT}
 */
export function failureAnswer(
  { code, message, context }: BridgeError,
  { exitCode, stdout, stderr, warnings }: Ran,
  limit: number,
): RunAnswer {
  const { command, hint, data } = context;
  return fitAnswer(limit, (room) => ({
    ok: false,
    command,
    exitCode,
    ...(stdout !== '' && { stdout: pageOf(stdout, 0, room).text }),
    ...(stderr !== '' && { stderr: pageOf(stderr, 0, room).text }),
    error: fittedText(message, room),
    code,
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => fittedText(warning, room)) }),
    ...(isObject(data) && { data: fittedData(data, room) }),
    ...((stdout.length > room || stderr.length > room) && { truncated: true }),
    ...(stdout.length > room && { totalChars: stdout.length }),
    ...(hint !== undefined && { hint: fittedText(hint, room) }),
  }));
}

/** A failure shows at least this much of its sentences and facts, even if it then exceeds its limit. */
export const MIN_TEXT = 100;

/** The answer with as much of its texts as fits the limit. @param answer makes it with so many characters of each text */
export function fitAnswer<Answer>(limit: number, answer: (room: number) => Answer): Answer {
  let room = Math.floor(limit);
  // Escaping can make text six times as long.
  while (room > 1 && JSON.stringify(answer(room)).length > limit) room = Math.floor(room / 2);
  return answer(room);
}

export function fittedText(text: string, room: number): string {
  return shorten(text, Math.max(room, MIN_TEXT));
}

/** Data with shorter texts, and with fewer items in lists that take more characters. */
function fittedData(data: Readonly<Record<string, unknown>>, room: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fitted(value, room)]));
}

function fitted(value: unknown, room: number): unknown {
  if (typeof value === 'string') return fittedText(value, room);
  if (!Array.isArray(value)) return isObject(value) ? fittedData(value, room) : value;
  let left = room;
  return value
    .map((item) => fitted(item, room))
    .filter((item, index) => {
      left -= JSON.stringify(item).length;
      return index === 0 || left >= 0;
    });
}

/**
 * The answer for a call that was refused before anything ran.
 * @param limit characters that the answer may have; see {@link MIN_TEXT}
 */
export function refusalAnswer(
  refusal: {
    readonly code: FailureCode;
    readonly message: string;
    readonly hint?: string | undefined;
    readonly data?: Readonly<Record<string, unknown>> | undefined;
  },
  command: string,
  limit: number,
): RunAnswer {
  const { code, message, data } = refusal;
  const hint = refusal.hint ?? hintFor(code, { command, interface: 'mcp' });
  return fitAnswer(limit, (room) => ({
    ok: false,
    command: shorten(command, SHORT_CHARS),
    error: fittedText(message, room),
    code,
    ...(data && { data: fittedData(data, room) }),
    ...(hint !== undefined && { hint: fittedText(hint, room) }),
  }));
}

/** A part of a text, and where the next part begins. */
interface Page {
  readonly text: string;
  /** Absent on the last page. */
  readonly next?: number;
}

/**
 * The part of the text from `offset` on that fits, cut at a line end, or within a line that is too long, but never within a
 * character. Joined together, the parts are the text.
 */
export function pageOf(text: string, offset: number, maxChars: number): Page {
  const start = splitsCharacter(text, offset) ? offset - 1 : offset;
  const most = start + maxChars;
  if (most >= text.length) return { text: text.slice(start) };
  const lineEnd = text.lastIndexOf('\n', most - 1) + 1;
  const inLine = splitsCharacter(text, most) ? most - 1 : most;
  const end = lineEnd - start > maxChars / 2 ? lineEnd : inLine;
  return { text: text.slice(start, end), next: end };
}

/** Whether a cut here would separate the two halves of a surrogate pair. */
function splitsCharacter(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
