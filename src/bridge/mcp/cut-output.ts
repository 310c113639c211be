import type { Call } from '../call/call';
import { SHORT_CHARS } from '../call/input/bounds';
import type { CallOutcome } from '../call/outcome';
import { mayChange } from '../call/policy/read-only';
import { BridgeError, invalidParameter } from '../errors';
import { EditError } from '../notes/edit-result';
import type { EditProblem } from '../notes/edit-result';
import { findSection } from '../notes/find-section';
import type { Section } from '../notes/find-section';
import { findHeadings } from '../notes/headings';
import type { Heading } from '../notes/headings';
import { isObject } from '../text/json';
import { amount, shorten } from '../text/printable';

/** The part of an output to keep: at most one of the three. */
export interface Cut {
  /** Lines, or items of JSON, with this text, whatever its case. */
  readonly only?: string | undefined;
  /** The section of a note below this heading. */
  readonly heading?: string | undefined;
  /** Lines of a note, from 1, such as `120-180`; `-20` is the last 20. */
  readonly lines?: string | undefined;
}

const FIELDS = ['only', 'heading', 'lines'] as const;

/**
 * Checks that the command prints what the cut keeps a part of, before anything runs.
 * @throws BridgeError `invalid_parameter`
 */
export function requireFit(cut: Cut, { command, line }: Call): void {
  const given = FIELDS.filter((name) => cut[name] !== undefined);
  const [field] = given;
  if (field === undefined) return;
  if (given.length > 1) throw invalidParameter(`Only one of ${given.join(', ')} can be given.`);
  // Whether the note is there is not known yet; if it is, the command only prints it.
  const { creates: _creates, ...known } = command;
  if (mayChange(known, line)) {
    const isParameter = command.parameters.some(({ name }) => name === field);
    throw invalidParameter(
      `"${field}" keeps a part of what a command prints, and ${command.name} may change something.`,
      isParameter ? `Give "${field}" inside params.` : `Leave "${field}" out.`,
    );
  }
  const fits = field === 'only' ? command.byBridge !== 'attachment' : command.printsNote === true;
  if (!fits)
    throw invalidParameter(
      `"${field}" does not fit ${command.name}, which does not print ${field === 'only' ? 'lines' : 'a note'}.`,
      field === 'only' ? 'Leave it out.' : 'Give "only" to keep the lines with a text.',
    );
  if (field === 'only' && line.flags.includes('total'))
    throw invalidParameter(
      '"only" keeps lines, and the flag "total" prints a number instead of them.',
      'Leave "total" out: part.matched is the number of the lines that have the text.',
    );
  if (cut.lines !== undefined) rangeIn(cut.lines);
}

/** The outcome with that part of its output, and `part`. @throws BridgeError `heading_not_found`, `heading_ambiguous` */
export function cutOutcome({ only, heading, lines }: Cut, call: Call, outcome: CallOutcome): CallOutcome {
  if (only !== undefined) return withText(only, call, outcome);
  if (heading !== undefined) return withSection(heading, call, outcome);
  return lines === undefined ? outcome : withLines(lines, outcome);
}

function withText(only: string, { command }: Call, outcome: CallOutcome): CallOutcome {
  const wanted = only.toLowerCase();
  const has = (item: unknown): boolean =>
    (typeof item === 'string' ? item : JSON.stringify(item)).toLowerCase().includes(wanted);
  const { data, isParsed, stdout } = outcome;
  if (isParsed && Array.isArray(data)) {
    const kept = data.filter(has);
    return partOf(outcome, kept, { matched: kept.length, of: data.length });
  }
  if (isParsed && isObject(data)) {
    const entries = Object.entries(data);
    const kept = entries.filter((entry) => has(entry[0]) || has(entry[1]));
    return partOf(outcome, Object.fromEntries(kept), { matched: kept.length, of: entries.length });
  }
  const isNothing = command.nothing?.sentences.includes(stdout.trim()) === true;
  const all = isNothing ? [] : linesOf(stdout);
  const kept = all.filter(has);
  return { ...outcome, stdout: kept.join(''), part: { matched: kept.length, of: all.length } };
}

function partOf(outcome: CallOutcome, data: unknown, part: CallOutcome['part']): CallOutcome {
  return { ...outcome, data, stdout: JSON.stringify(data), part };
}

function withSection(given: string, call: Call, outcome: CallOutcome): CallOutcome {
  const { stdout } = outcome;
  const path = call.note.path ?? call.parameter('file') ?? '';
  const headings = findHeadings(stdout);
  if (!headings)
    throw BridgeError.afterRun(
      'output_too_large',
      `The note "${path}" has too many headings or lines to find its sections.`,
      {},
      { hint: 'Give "lines" or "only" instead.' },
    );
  const section = sectionOf(headings, given, path);
  const { heading, below } = section;
  const next = headings[headings.indexOf(heading) + below.length + 1];
  const of = linesOf(stdout).length;
  return {
    ...outcome,
    stdout: stdout.slice(heading.start, next?.start),
    part: { lines: `${heading.line}-${next ? next.line - 1 : of}`, of },
  };
}

/** @throws BridgeError `heading_not_found`, `heading_ambiguous` */
function sectionOf(headings: readonly Heading[], given: string, path: string): Section {
  try {
    return findSection(headings, given, false);
  } catch (error) {
    if (!(error instanceof EditError) || !isOfHeading(error.problem)) throw error;
    const { code, candidates } = error.problem;
    const count = code === 'heading_ambiguous' ? 'several headings' : 'no heading';
    throw BridgeError.afterRun(
      code,
      `The note "${path}" has ${count} "${shorten(given, SHORT_CHARS)}".`,
      {},
      {
        data: { path, candidates },
        hint: 'Give one of the headings in data.candidates, or "lines", counted from 1.',
      },
    );
  }
}

type HeadingProblem = Extract<EditProblem, { readonly code: 'heading_not_found' | 'heading_ambiguous' }>;

function isOfHeading(problem: EditProblem): problem is HeadingProblem {
  return problem.code === 'heading_not_found' || problem.code === 'heading_ambiguous';
}

function withLines(given: string, outcome: CallOutcome): CallOutcome {
  const all = linesOf(outcome.stdout);
  const { first, last } = rangeIn(given, all.length);
  if (first > all.length) {
    const warnings = [
      ...outcome.warnings,
      `There is no line ${first}: the note has ${amount(all.length)} lines.`,
    ];
    return { ...outcome, stdout: '', warnings, part: { lines: '', of: all.length } };
  }
  const end = Math.min(last, all.length);
  return {
    ...outcome,
    stdout: all.slice(first - 1, end).join(''),
    part: { lines: `${first}-${end}`, of: all.length },
  };
}

const RANGE = /^ *(\d{1,7})(?: *- *(\d{1,7}))? *$/;
const FROM_END = /^ *- *(\d{1,7}) *$/;

/** The first and the last line. @param of how many lines there are @throws BridgeError `invalid_parameter` */
function rangeIn(given: string, of = 0): { readonly first: number; readonly last: number } {
  const count = Number(FROM_END.exec(given)?.[1]);
  if (count >= 1) return { first: Math.max(1, of - count + 1), last: of };
  const [, from, to = from] = RANGE.exec(given) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (first >= 1 && last >= first) return { first, last };
  throw invalidParameter(
    '"lines" takes the first and the last line, counted from 1, such as "120-180", or "-20" for the last 20.',
  );
}

/** The lines with their breaks. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  return text === '' ? [] : lines;
}
