import { createHash } from 'node:crypto';
import type { Caller } from '../../caller';
import type { Command } from '../../commands/catalogue/command';
import type { DifferencePart } from '../../notes/line-difference';
import { amount, printable } from '../../text/printable';
import type { Call } from '../call';
import { displayName } from '../vault/vault-choice';
import type { ApprovalCall, Effect, NewNote, Stakes, TextDifference } from './approval-port';
import type { AskedRequest } from './question';
import { isRisky, risksOf } from './risks';

/** What becomes of the notes, where that is known. */
export type Differences = ReadonlyMap<Call, TextDifference | NewNote>;

/** Characters of the words for an effect, which are a title. */
const LONGEST_EFFECT = 120;

/** What the user is asked about these calls. @param choices the difference of the only one, if the user can leave parts of it out */
export function requestFor(
  calls: readonly Call[],
  { key, userAgent = '', interface: through }: Caller,
  differences: Differences,
  {
    choices,
    stakes = new Map(),
  }: {
    readonly choices?: readonly DifferencePart[] | undefined;
    readonly stakes?: ReadonlyMap<Call, Stakes | undefined>;
  } = {},
): AskedRequest {
  const shown = calls.map((call): ApprovalCall => {
    const { command, line, ifRevision, changesToUndo } = call;
    const difference = differences.get(call);
    const isNewNote = difference !== undefined && difference.before === undefined;
    const risks = risksOf(command, line).filter((each) => !(each === 'overwrites' && isNewNote));
    const wording = risks.some((each) => each !== 'dangerous') ? 'risky' : 'usual';
    return {
      command: command.name,
      effect: effectOf(call, difference?.path, wording),
      effectNoun: command.effectNoun ?? `calls of ${command.name}`,
      summary: command.summary,
      vault: vaultShown(call),
      parameters: [
        ...line.words.map((word): [string, string] => ['', word]),
        ...[...line.parameters].map(([name, value]) =>
          isFile(command, name) ? fileFacts(value) : ([name, value] as const),
        ),
        ...changesToUndo.map(({ path }): [string, string] => ['note', path]),
        ...(ifRevision === undefined ? [] : [['ifRevision', ifRevision] as const]),
      ],
      flags: line.flags.map((name) => ({ name, words: flagInWords(command, name) })),
      risks,
      stakes: stakes.get(call),
      ...(difference?.before !== undefined && { difference, choices }),
    };
  });
  // An allowance is for one vault, not for whichever one the app would choose later, and not for undos, which may put back any text.
  const mayAllowForAWhile = !calls.some(
    (call) => isRisky(call) || call.command.byBridge === 'undo' || call.line.vault === undefined,
  );
  return { client: key.name, userAgent, interface: through, calls: shown, mayAllowForAWhile };
}

/**
 * Describes a call by its effect: "replace Projects/Garden.md". If its record has no effect, or the words would lack a value or
 * be long, they name only the command.
 * @param known the path of the note that the call changes, if known
 */
function effectOf(call: Call, known: string | undefined, wording: 'usual' | 'risky'): Effect {
  const { command, line } = call;
  const { effect } = command;
  const template = typeof effect === 'object' ? effect[wording] : effect;
  const note = noteIn(call, known);
  const named: string[] = [];
  let isWhole = template !== undefined;
  const words = (template ?? '').replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const [value = '', names] = name === 'note' ? note : [line.parameters.get(name), [name]];
    named.push(...names);
    isWhole &&= value !== '';
    return printable(value);
  });
  if (!isWhole || words.length > LONGEST_EFFECT)
    return { words: `run ${command.name}`, parameters: [], flags: [] };
  return { words, parameters: named, flags: wording === 'risky' ? ['permanent', 'overwrite'] : [] };
}

/** The note that a call acts on or creates, and the parameters that name it. */
function noteIn(
  { command, line, note: { target } }: Call,
  known: string | undefined,
): [path: string | undefined, names: readonly string[]] {
  if (target.kind === 'new') return [known ?? target.path, ['path', 'name']];
  if (target.kind === 'today') return [known ?? "today's daily note", []];
  const names = command.target.parameters.filter((name) => line.parameters.has(name));
  // The words would name one of two notes.
  const given = target.kind === 'path' ? target.path : target.kind === 'name' ? target.name : undefined;
  return [known ?? (names.length === 1 ? given : undefined), names];
}

function flagInWords({ flags }: Command, name: string): string {
  const flag = flags.find((each) => each.name === name);
  return flag && flag.isLive !== true ? flag.description : '';
}

function isFile({ parameters }: Command, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name && parameter.mayBeBody === true);
}

/** What people see instead of the bytes of a file. The digest ties an approval to exactly these bytes. */
function fileFacts(base64: string): readonly [string, string] {
  const bytes = Buffer.from(base64, 'base64');
  const digest = createHash('sha256').update(bytes).digest('hex');
  return ['bytes', `${amount(bytes.length)}, SHA-256 ${digest}`];
}

/** The vault as people see it. An undo changes the vaults of what it undoes, whichever one the call is made in. */
function vaultShown({ changesToUndo, vaultName = '', vaultRules: { host } }: Call): string {
  const names = changesToUndo.flatMap(({ notes }) =>
    notes.map(({ vault }) => displayName(vault, host) ?? vaultName),
  );
  return [...new Set(names)].join(', ') || vaultName;
}
